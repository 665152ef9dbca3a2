import { classes } from '@offhook/design/classes';
import hourglass from '@offhook/design/icons/hourglass_bottom-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import phoneDisabled from '@offhook/design/icons/phone_disabled.svg?raw';
import phoneMissed from '@offhook/design/icons/phone_missed.svg?raw';
import type { EndReason } from '../../core/line/far-end.ts';
import styles from './call-result.module.css';

const c = classes(styles);

const ICONS = {
  busy: hourglass,
  noAnswer: phoneMissed,
  noSuchNumber: phoneDisabled,
  failed: phoneDisabled,
} as const;

/** The reason arrives shortly after the view appears, so it's announced. */
export function EndReasonCard({ reason }: { readonly reason: EndReason | null }) {
  return (
    <div role="status">
      {reason && (
        <div className={c('reason', reason.name === 'busy' && 'amber')} data-part="end-reason">
          <Icon size={24} svg={ICONS[reason.name]} />
          <div>
            <p className={c('reasonTitle')}>{reason.title}</p>
            <p className={c('reasonText')}>{reason.text}</p>
          </div>
        </div>
      )}
    </div>
  );
}
