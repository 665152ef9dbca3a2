import type { ParkedCall } from '@offhook/contract/calls/parked-call';
import { formatDuration } from '@offhook/design/audio/clock';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import parking from '@offhook/design/icons/local_parking.svg?raw';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { useState } from 'react';
import { useNow } from '../../components/time/use-now.ts';
import { usePhone } from '../../phone-context.tsx';
import { useParkedCalls } from '../../queries.ts';
import styles from './parked-calls.module.css';
import { Reminder, ReminderTile } from './reminder.tsx';

const c = classes(styles);

/** Without a click on All. More would push the phone's status out of view. */
const MAX_SHOWN = 2;

interface Props {
  /** Shows only this call: the agent has just parked it. */
  readonly callId?: number;
  readonly max?: number;
}

/** Calls that any agent of the team may pick up; the key picks up the one that waits longest. */
export default function ParkedCalls({ callId, max = MAX_SHOWN }: Props) {
  const { state, send } = usePhone();
  const user = state.session.name === 'agent' ? state.session.user : null;
  const hasRealtime = state.session.name === 'agent' && state.session.realtime;
  const { data = [], dataUpdatedAt } = useParkedCalls(user?.id ?? null, hasRealtime);
  const waiting = data.filter(
    ({ is_taken, call_id }) => !is_taken && (callId === undefined || call_id === callId),
  );
  const now = useNow(waiting.length > 0);
  const pickUp = (id: number) => () => send({ type: 'pickUpClicked', callId: id });
  const [longest] = waiting;
  const [all, setAll] = useState(false);
  const shown = all ? waiting : waiting.slice(0, max);
  useShortcuts({ P: longest ? pickUp(longest.call_id) : null });
  const passed = Math.max(0, now - dataUpdatedAt) / 1_000;
  const titleOf = ({ lead_name, phone_number_formatted }: ParkedCall) =>
    t('parked.title', { name: lead_name || phone_number_formatted || t('consult.caller') });
  return (
    <>
      <p aria-live="polite" className="visually-hidden">
        {waiting.map(titleOf).join('. ')}
      </p>
      {shown.map((call) => (
        <Reminder
          action={t('parked.pickUp')}
          detail={detailOf(call, call.seconds + passed)}
          icon={
            <ReminderTile>
              <Icon svg={parking} />
            </ReminderTile>
          }
          key={call.call_id}
          onAction={pickUp(call.call_id)}
          {...(call === longest && { shortcut: 'P' })}
          title={titleOf(call)}
          wraps
        />
      ))}
      {waiting.length > max && (
        <button aria-expanded={all} className={c('all')} onClick={() => setAll(!all)} type="button">
          {all ? t('parked.fewer') : t('parked.all', { count: waiting.length })}
        </button>
      )}
    </>
  );
}

function detailOf({ is_own: isOwn, parked_by: name }: ParkedCall, seconds: number): string {
  const time = formatDuration(seconds);
  return isOwn === true ? t('parked.ownDetail', { time }) : t('parked.detail', { time, name });
}
