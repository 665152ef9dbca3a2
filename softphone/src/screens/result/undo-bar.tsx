import { undoMs } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { keyLabel } from '@offhook/design/forms/key-label';
import { Icon } from '@offhook/design/icons/icon.tsx';
import undoIcon from '@offhook/design/icons/undo.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import styles from '../../components/dialogs/toast.module.css';
import { useSecondsLeft } from '../../components/time/use-seconds-left.ts';
import { showsUndo, undoContactName } from '../../core/screen/results/result-view.ts';
import type { GivenResult } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';
import { choiceOf } from './results.ts';

const c = classes(styles);

/** Also counts down while hidden. */
export function UndoBar({ givenResult }: { readonly givenResult: GivenResult }) {
  const { state, send } = usePhone();
  const other = undoContactName(state);
  const isShown = showsUndo(state);
  const left = useSecondsLeft(undoMs(givenResult.result));
  const choice = choiceOf(givenResult.result);
  const { callId, about, undoing } = givenResult;
  const undo = () => send({ type: 'undoClicked', callId, about });
  useShortcuts({ 'Control+Z': undoing || !isShown ? null : undo });
  if (!choice || !isShown) return null;
  return (
    <div className={c('toast', 'bar')} data-part="undo">
      <Icon svg={choice.icon} />
      <span className={c('text')}>
        {other === null
          ? t(choice.givenLabel)
          : t('result.givenTo', { given: t(choice.givenLabel), name: other })}
      </span>
      <span aria-hidden="true" className={c('counter')}>
        {t('common.secondsLeft', { seconds: left })}
      </span>
      <button
        aria-keyshortcuts="Control+Z"
        className={c('undo')}
        disabled={undoing}
        onClick={undo}
        title={keyLabel('Control+Z')}
        type="button"
      >
        <Icon svg={undoIcon} />
        {t('common.undo')}
      </button>
    </div>
  );
}
