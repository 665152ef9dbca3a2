import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import type { ReactNode } from 'react';
import { useSecondsLeft } from '../../components/time/use-seconds-left.ts';
import type { HistoryRow } from '../../core/lists/history-rows.ts';
import { usePhone } from '../../phone-context.tsx';
import { choiceOf } from '../../screens/result/results.ts';
import styles from './history.module.css';

const c = classes(styles);

interface Props {
  readonly row: HistoryRow;
  /** Of any own call, also once its result can no longer be changed. */
  readonly children: ReactNode;
}

export function LateActions({ row, children }: Props) {
  const { send } = usePhone();
  const { ownCall } = row;
  if (ownCall === null) return null;
  const about = row.lead?.name ?? row.phone;
  const callId = row.id;
  const choice = ownCall.result === null ? null : choiceOf(ownCall.result);
  return (
    <div className={c('late')}>
      {choice ? (
        <span className={c('chip')}>{t(choice.givenLabel)}</span>
      ) : (
        <button
          aria-label={t('history.addResultTo', { name: about, time: row.time })}
          className={c('lateAction')}
          onClick={() => send({ type: 'lateResultClicked', callId, about })}
          type="button"
        >
          {t('history.addResult')}
        </button>
      )}
      {choice && ownCall.undoMs > 0 && (
        <Undo
          about={about}
          key={ownCall.undoMs}
          ms={ownCall.undoMs}
          onUndo={() => send({ type: 'undoClicked', callId, about })}
        />
      )}
      <button
        aria-label={t('history.addNoteTo', { name: about, time: row.time })}
        className={c('lateAction')}
        onClick={() => send({ type: 'lateNoteClicked', callUserId: ownCall.callUserId })}
        type="button"
      >
        {t('history.addNote')}
      </button>
      {children}
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
