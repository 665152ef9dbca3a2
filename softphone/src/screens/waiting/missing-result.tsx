import editNote from '@offhook/design/icons/edit_note.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { withZone } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';
import { leadName } from '../../core/lists/history-rows.ts';
import { unsentResults } from '../../core/outbox/unsent.ts';
import { isOnline } from '../../core/session/offline.ts';
import { usePhone } from '../../phone-context.tsx';
import { useMissingResults } from '../../queries.ts';
import { Reminder, ReminderTile } from './reminder.tsx';

export function MissingResult() {
  const { state, send } = usePhone();
  const { session, screen, outbox } = state;
  const user = session.name === 'agent' ? session.user : null;
  const unsent = unsentResults(outbox);
  const changes = `${screen.resultsChanged} ${unsent.join(' ')}`;
  const { data = [] } = useMissingResults(user?.id ?? null, changes, isOnline(state));
  const missing = data.filter(
    ({ call_id }) => call_id !== screen.givenResult?.callId && !unsent.includes(call_id),
  );
  const [latest] = missing;
  if (!latest || user === null) return null;
  const name = leadName(latest.lead, user.account_id);
  const count = missing.length;
  return (
    <Reminder
      detail={
        count > 1
          ? name
          : t('missingResult.latest', {
              time: withZone(latest.time_formatted, Date.now()),
              duration: latest.duration,
            })
      }
      action={t('missingResult.add', { count })}
      icon={
        <ReminderTile>
          <Icon svg={editNote} />
        </ReminderTile>
      }
      onAction={() => send({ type: 'lateResultClicked', callId: latest.call_id, about: name })}
      title={t('missingResult.title', { count, name })}
      wraps
    />
  );
}
