import { classes } from '@offhook/design/classes';
import editNote from '@offhook/design/icons/edit_note.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { useId } from 'react';
import { leadName } from '../../core/lists/history-rows.ts';
import { unsentResults } from '../../core/outbox/unsent.ts';
import { isOnline } from '../../core/session/offline.ts';
import { usePhone } from '../../phone-context.tsx';
import { useMissingResults } from '../../queries.ts';
import styles from './left-draft.module.css';

const c = classes(styles);

/** Calls after which no result was given: a reload, an outage or another browser came between. It blocks no ring. */
export function MissingResult() {
  const { state, send } = usePhone();
  const titleId = useId();
  const aboutId = useId();
  const { session, screen, outbox } = state;
  const user = session.name === 'agent' ? session.user : null;
  const unsent = unsentResults(outbox);
  const changes = `${screen.resultsChanged} ${unsent.join(' ')}`;
  const { data = [] } = useMissingResults(user?.id ?? null, changes, isOnline(state));
  // The server lists a result as missing until it has it.
  const missing = data.filter(({ call_id }) => call_id !== screen.given?.callId && !unsent.includes(call_id));
  const [latest] = missing;
  if (!latest || user === null) return null;
  const name = leadName(latest.lead, user.account_id);
  const many = missing.length > 1;
  return (
    <section aria-labelledby={titleId} className={c('draft')}>
      <span className={c('tile')}>
        <Icon svg={editNote} />
      </span>
      <div className={c('words')}>
        <h2 className={c('title', 'wrapping')} id={titleId}>
          {many ? `${missing.length} results missing` : `Result missing: ${name}`}
        </h2>
        <p className={c('about')} id={aboutId}>
          {many ? name : `${latest.time_formatted}, ${latest.duration}`}
        </p>
      </div>
      <button
        aria-describedby={`${titleId} ${aboutId}`}
        className={c('continue')}
        onClick={() => send({ type: 'lateResultAsked', callId: latest.call_id, about: name })}
        type="button"
      >
        {many ? 'Add results' : 'Add result'}
      </button>
    </section>
  );
}
