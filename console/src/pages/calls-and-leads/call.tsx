import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { rich, t } from '@offhook/i18n/console';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { stepParts } from '../../core/board/charts.ts';
import { runningTime, stepTime } from '../../core/board/durations.ts';
import { attemptName, firstAttemptName } from '../../core/board/waiting-leads.ts';
import {
  callLabel,
  directionName,
  formatOutcome,
  resultName,
  statusName,
} from '../../core/leads/call-names.ts';
import { Decisions } from '../../parts/calls/decisions.tsx';
import { Texts } from '../../parts/calls/texts.tsx';
import { Card } from '../../parts/cards/card.tsx';
import entryStyles from '../../parts/cards/entries.module.css';
import { Facts } from '../../parts/cards/facts.tsx';
import { Moment } from '../../parts/cards/moment.tsx';
import { Rich } from '../../parts/cards/rich.tsx';
import { StepBar } from '../../parts/cards/step-bar.tsx';
import styles from '../../parts/forms/form-page.module.css';
import { Recordings } from '../../parts/review/recordings.tsx';
import { Scorecards } from '../../parts/review/scorecards.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { SkeletonPage } from '../../parts/shell/skeleton-page.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { useApiQuery } from '../../queries.ts';
import { Parties } from './call/parties.tsx';

const c = classes(styles);
const e = classes(entryStyles);
const parents = () => [{ label: t('calls.title'), to: '/calls' }];

export function CallPage() {
  const { id = '' } = useParams();
  const query = useApiQuery('readCall', { params: { id } }, { live: true });
  const call = query.data?.call;
  return (
    <Page
      beside={
        call && (
          <Rich
            parts={rich('call.started', {
              direction: directionName(call.direction),
              time: <Moment at={call.started_at} />,
            })}
          />
        )
      }
      parents={parents()}
      title={call ? callLabel(call) : t('call.title')}
    >
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {({ call: loaded }) => <CallContent call={loaded} />}
      </Loaded>
    </Page>
  );
}

function CallContent({ call }: { readonly call: ConsoleCallDetail }) {
  const { parts, totalMs } = stepParts(call.stopwatch);
  return (
    <div className={c('columns')}>
      <div className={c('main')}>
        {call.reasons.length > 0 && (
          <Card title={t('call.reasons')}>
            <ol className={e('entries')}>
              {call.reasons.map((reason, index) => (
                // Two reasons may be equal.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
                <li className={e('entry')} key={index}>
                  {reason}
                </li>
              ))}
            </ol>
          </Card>
        )}
        {call.recordings.length > 0 && <Review call={call} />}
        <Section entries={call.notes} title={t('call.notes')}>
          <ul className={e('entries')}>
            {call.notes.map(({ id, content, user, created_at }) => (
              <li className={e('entry')} key={id}>
                <p className={e('text')} dir="auto">
                  {content}
                </p>
                <p className={e('detail')}>
                  <Rich
                    parts={rich('text.byAt', { name: user.full_name, time: <Moment at={created_at} /> })}
                  />
                </p>
              </li>
            ))}
          </ul>
        </Section>
        <Section entries={call.parties} title={t('call.agents')}>
          <Parties parties={call.parties} />
        </Section>
        <Section entries={call.decisions} title={t('call.agentRouting')}>
          <Decisions decisions={call.decisions} />
        </Section>
        <Section entries={call.texts} title={t('text.title')}>
          <Texts texts={call.texts} />
        </Section>
      </div>
      <div className={c('side')}>
        <Card title={t('call.title')}>
          <Facts
            facts={{
              [t('field.lead')]:
                call.lead_id === null ? null : <Link to={`/leads/${call.lead_id}`}>{call.label}</Link>,
              [t('field.phone')]: <bdi dir="ltr">{call.phone_number_formatted}</bdi>,
              [t('call.callerId')]: call.number && <bdi dir="ltr">{call.number.phone_number_formatted}</bdi>,
              [t('field.status')]: statusName(call.status),
              [t('field.result')]: resultName(call.result),
              [t('call.talkTime')]: runningTime(call.seconds),
              [t('field.team')]: call.team?.name ?? null,
              [t('field.agent')]: call.agent?.full_name ?? null,
              [t('field.attempt')]: attemptName(call),
            }}
          />
        </Card>
        {parts.length > 0 && (
          <Card end={<b>{stepTime(totalMs)}</b>} title={t('speed.title')}>
            <StepBar caption={t('speed.caption.call')} head={t('speed.time')} parts={parts} />
          </Card>
        )}
        {call.chain.length > 1 && (
          <Card title={t('call.attempts')}>
            <ol className={e('entries')}>
              {call.chain.map((attempt) => (
                <li
                  aria-current={attempt.id === call.id ? 'true' : undefined}
                  className={e('entry')}
                  key={attempt.id}
                >
                  <span className={e('line')}>
                    {attempt.id === call.id ? (
                      <span className={e('now')}>{attemptName(attempt) ?? firstAttemptName()}</span>
                    ) : (
                      <Link to={`/calls/${attempt.id}`}>{attemptName(attempt) ?? firstAttemptName()}</Link>
                    )}
                    <span>
                      {resultName(attempt.result) ?? formatOutcome({ status: attempt.status, seconds: 0 })}
                    </span>
                  </span>
                  <span className={e('detail')}>
                    {attempt.agent ? (
                      <Rich
                        parts={rich('text.timeBy', {
                          time: <Moment at={attempt.started_at} />,
                          name: attempt.agent.full_name,
                        })}
                      />
                    ) : (
                      <Moment at={attempt.started_at} />
                    )}
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

function Review({ call: { id, recordings } }: { readonly call: ConsoleCallDetail }) {
  const query = useApiQuery('readCallReview', { params: { id: String(id) } }, { live: true });
  const review = query.data?.review ?? null;
  return (
    <>
      <Recordings callId={id} recordings={recordings} review={review} />
      <Banner text={query.error ? t('review.failed') : null} />
      {review && <Scorecards callId={id} review={review} />}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly entries: readonly unknown[];
  readonly children: ReactNode;
}

/** A card that is omitted if it has no entries. */
function Section({ title, entries, children }: SectionProps) {
  return entries.length === 0 ? null : <Card title={title}>{children}</Card>;
}
