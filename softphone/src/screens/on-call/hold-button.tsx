import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import pause from '@offhook/design/icons/pause.svg?raw';
import play from '@offhook/design/icons/play_arrow-fill.svg?raw';
import { t } from '@offhook/i18n/phone';
import type { CallControls } from '../../core/screen/on-call/call-controls.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './on-call.module.css';

const c = classes(styles);

/** In the status bar, while a tab covers the tiles. */
export function HoldButton({
  controls: { hold, disabled, holdDisabled },
}: {
  readonly controls: CallControls;
}) {
  const { send } = usePhone();
  if (hold === null) return null;
  const name = t(hold === 'resume' ? 'call.resume' : 'call.hold');
  return (
    <button
      aria-label={name}
      className={c('holdButton')}
      disabled={disabled || holdDisabled}
      onClick={() => send({ type: 'holdClicked' })}
      title={name}
      type="button"
    >
      <Icon svg={hold === 'resume' ? play : pause} />
    </button>
  );
}
