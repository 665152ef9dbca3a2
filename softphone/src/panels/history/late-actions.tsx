import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { useSecondsLeft } from '../../components/time/use-seconds-left.ts';
import type { HistoryRow } from '../../core/lists/history-rows.ts';
import { usePhone } from '../../phone-context.tsx';
import { choiceOf } from '../../screens/result/results.ts';
import styles from './history.module.css';

const c = classes(styles);

export function LateActions({ row }: { readonly row: HistoryRow }) {
  const { send } = usePhone();
  const { own } = row;
  if (own === null || (own.result !== null && own.undoMs === 0)) return null;
  const about = row.lead?.name ?? row.phone;
  const callId = row.id;
  const choice = own.result === null ? null : choiceOf(own.result);
  if (choice)
    return (
      <div className={c('late')}>
        <span className={c('chip')}>{t(choice.given)}</span>
        <Undo
          about={about}
          key={own.undoMs}
          ms={own.undoMs}
          onUndo={() => send({ type: 'undoClicked', callId, about })}
        />
      </div>
    );
  return (
    <div className={c('late')}>
      <button
        aria-label={t('history.addResultTo', { name: about, time: row.time })}
        className={c('lateAction')}
        onClick={() => send({ type: 'lateResultClicked', callId, about })}
        type="button"
      >
        {t('history.addResult')}
      </button>
      <button
        aria-label={t('history.addNoteTo', { name: about, time: row.time })}
        className={c('lateAction')}
        onClick={() => send({ type: 'lateNoteClicked', callUserId: own.callUserId })}
        type="button"
      >
        {t('history.addNote')}
      </button>
    </div>
  );
}

interface UndoProps {
  readonly about: string;
  readonly ms: number;
  readonly onUndo: () => void;
}

function Undo({ about, ms, onUndo }: UndoProps) {
  const left = useSecondsLeft(ms);
  if (left === 0) return null;
  return (
    <button
      aria-label={t('history.undoResult', { name: about })}
      className={c('lateAction')}
      onClick={onUndo}
      type="button"
    >
      {t('common.undo')} <span aria-hidden="true">{t('common.secondsLeft', { seconds: left })}</span>
    </button>
  );
}
