import type { ConsoleCallDetail } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { stepParts } from '../core/board/charts.ts';
import { runningTime, stepTime } from '../core/board/durations.ts';
import { tryName } from '../core/board/waiting-leads.ts';
import { outcomeOf, resultName, statusName } from '../core/leads/call-words.ts';
import { Recording } from '../parts/calls/recording.tsx';
import { Texts } from '../parts/calls/texts.tsx';
import { Card } from '../parts/cards/card.tsx';
import entryStyles from '../parts/cards/entries.module.css';
import { Facts } from '../parts/cards/facts.tsx';
import { Moment } from '../parts/cards/moment.tsx';
import { StepBar } from '../parts/cards/step-bar.tsx';
import styles from '../parts/forms/form-page.module.css';
import { Page } from '../parts/shell/page.tsx';
import { SkeletonPage } from '../parts/shell/skeleton-page.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk } from '../queries.ts';
import { Decisions } from './call/decisions.tsx';
import { Parties } from './call/parties.tsx';

const c = classes(styles);
const e = classes(entryStyles);
const PARENTS = [{ label: 'Calls', to: '/calls' }];

/** One call: who was in it and why, how long each step took, and what was said and written. */
export function CallPage() {
  const { id = '' } = useParams();
  const query = useAsk('readCall', { params: { id } }, { live: true });
  const call = query.data?.call;
  return (
    <Page
      beside={
        call && (
          <>
            {call.direction === 'outbound' ? 'Outbound' : 'Inbound'}, <Moment at={call.started_at} />
          </>
        )
      }
      parents={PARENTS}
      title={call?.label ?? 'Call'}
    >
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {({ call: loaded }) => <Shown call={loaded} />}
      </Loaded>
    </Page>
  );
}

function Shown({ call }: { readonly call: ConsoleCallDetail }) {
  const { parts, totalMs } = stepParts(call.stopwatch);
  return (
    <div className={c('columns')}>
      <div className={c('main')}>
        {call.reasons.length > 0 && (
          <Card title="What happened">
            <ol className={e('entries')}>
              {call.reasons.map((reason, index) => (
                // The same may have happened twice.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
                <li className={e('entry')} key={index}>
                  {reason}
                </li>
              ))}
            </ol>
          </Card>
        )}
        <Section entries={call.recordings} title="Recordings">
          <ul className={e('entries')}>
            {call.recordings.map((recording) => (
              <li className={e('entry')} key={recording.id}>
                <Recording recording={recording} />
              </li>
            ))}
          </ul>
        </Section>
        <Section entries={call.notes} title="Notes">
          <ul className={e('entries')}>
            {call.notes.map(({ id, content, user, created_at }) => (
              <li className={e('entry')} key={id}>
                <p className={e('words')} dir="auto">
                  {content}
                </p>
                <p className={e('about')}>
                  {user.full_name}, <Moment at={created_at} />
                </p>
              </li>
            ))}
          </ul>
        </Section>
        <Section entries={call.parties} title="Agents">
          <Parties parties={call.parties} />
        </Section>
        <Section entries={call.decisions} title="Why these agents">
          <Decisions decisions={call.decisions} />
        </Section>
        <Section entries={call.texts} title="Texts">
          <Texts texts={call.texts} />
        </Section>
      </div>
      <div className={c('side')}>
        <Card title="Call">
          <Facts
            facts={{
              Lead: call.lead_id === null ? null : <Link to={`/leads/${call.lead_id}`}>{call.label}</Link>,
              Phone: <bdi dir="ltr">{call.phone_number_formatted}</bdi>,
              'Number called with': call.number && <bdi dir="ltr">{call.number.phone_number_formatted}</bdi>,
              Status: statusName(call.status),
              Result: resultName(call.result),
              'Talk time': runningTime(call.seconds),
              Team: call.team?.name ?? null,
              Agent: call.agent?.full_name ?? null,
              Try: tryName(call),
            }}
          />
        </Card>
        {parts.length > 0 && (
          <Card end={<b>{stepTime(totalMs)}</b>} title="Speed to lead">
            <StepBar caption="How long each step of this call took" head="Time" parts={parts} />
          </Card>
        )}
        {call.chain.length > 1 && (
          <Card title="Tries">
            <ol className={e('entries')}>
              {call.chain.map((attempt) => (
                <li
                  aria-current={attempt.id === call.id ? 'true' : undefined}
                  className={e('entry')}
                  key={attempt.id}
                >
                  <span className={e('line')}>
                    {attempt.id === call.id ? (
                      <span className={e('now')}>{tryName(attempt) ?? 'First try'}</span>
                    ) : (
                      <Link to={`/calls/${attempt.id}`}>{tryName(attempt) ?? 'First try'}</Link>
                    )}
                    <span>
                      {resultName(attempt.result) ?? outcomeOf({ status: attempt.status, seconds: 0 })}
                    </span>
                  </span>
                  <span className={e('about')}>
                    <Moment at={attempt.started_at} />
                    {attempt.agent && `, ${attempt.agent.full_name}`}
                  </span>
                </li>
              ))}
            </ol>
          </Card>
        )}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly entries: readonly unknown[];
  readonly children: ReactNode;
}

/** A card of what there is; without any there is no card. */
function Section({ title, entries, children }: SectionProps) {
  return entries.length === 0 ? null : <Card title={title}>{children}</Card>;
}
