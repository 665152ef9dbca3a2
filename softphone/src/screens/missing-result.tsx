import { useId } from 'react';
import { Icon } from '../components/icon.tsx';
import { leadName } from '../core/history-rows.ts';
import { classes } from '../design/classes.ts';
import editNote from '../design/icons/edit_note.svg?raw';
import { usePhone } from '../phone-context.tsx';
import { useMissingResults } from '../queries.ts';
import styles from './left-draft.module.css';

const c = classes(styles);

/** Calls after which no result was given: a reload, an outage or another browser came between. It blocks no ring. */
export function MissingResult() {
  const { state, send } = usePhone();
  const titleId = useId();
  const aboutId = useId();
  const { data } = useMissingResults(state.screen.resultsChanged);
  const [latest] = data ?? [];
  if (!data || !latest || state.session.name !== 'agent') return null;
  const name = leadName(latest.lead, state.session.user.account_id);
  const many = data.length > 1;
  return (
    <section aria-labelledby={titleId} className={c('draft')}>
      <span className={c('tile')}>
        <Icon svg={editNote} />
      </span>
      <div className={c('words')}>
        <h2 className={c('title', 'wrapping')} id={titleId}>
          {many ? `${data.length} results missing` : `Result missing: ${name}`}
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
