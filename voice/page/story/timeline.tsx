import { t } from '@offhook/i18n/voice-page';
import { verbResult } from '../../src/inspector/core/describe-verb.ts';
import type { Entry, Log, Story, VerbEntry } from '../../src/inspector/core/log.ts';
import type {
  ObservedFault,
  ObservedImpairment,
  ObservedProblem,
} from '../../src/inspector/core/observations.ts';
import { firstErrorLine, timelineOf } from '../../src/inspector/core/timeline.ts';
import { formatClock, formatOffset } from '../times.ts';
import { Leg } from './leg.tsx';
import { PartyLink } from './party-link.tsx';
import { ProblemBanner, ProblemList } from './problem-list.tsx';
import { RecordingRow } from './recording-row.tsx';
import { Fields, RequestRow } from './request-row.tsx';
import { StatusChip } from './status.tsx';
import { XmlDocument } from './xml-document.tsx';

interface TimelineProps {
  readonly log: Log;
  readonly story: Story;
  /** When the whole call began. */
  readonly startedAt: number;
}

export function Timeline({ log, story, startedAt }: TimelineProps) {
  return (
    <ol class="timeline">
      {story.dropped > 0 && <li class="soft note">{t('story.dropped', { count: story.dropped })}</li>}
      {timelineOf(story).map(({ entry, problems }) => (
        <li key={entry.id} class={`entry kind-${entry.kind} ${toneOf(entry, problems)}`}>
          <time title={formatClock(entry.at)}>{formatOffset(entry.at - startedAt)}</time>
          <div class="what">
            <What log={log} story={story} entry={entry} problems={problems} startedAt={startedAt} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function toneOf(entry: Entry, problems: readonly ObservedProblem[]): string {
  if (problems.some(({ level }) => level === 'error')) return 'bad';
  if (entry.kind === 'request' && (entry.failure || (entry.response?.status ?? 0) >= 400)) return 'bad';
  if (entry.kind === 'problem') return entry.problem.level === 'error' ? 'bad' : 'doubtful';
  if (entry.kind === 'status' && ['failed', 'undelivered'].includes(entry.status)) return 'bad';
  return problems.length > 0 ? 'doubtful' : '';
}

interface WhatProps extends TimelineProps {
  readonly entry: Entry;
  readonly problems: readonly ObservedProblem[];
}

function What({ log, story, entry, problems, startedAt }: WhatProps) {
  switch (entry.kind) {
    case 'status':
      return (
        <>
          <StatusChip status={entry.status} />
          {entry.sipCode !== null && entry.sipCode !== 200 && <span class="soft"> SIP {entry.sipCode}</span>}
          {entry.errorCode !== null && (
            <ProblemBanner problem={{ level: 'error', code: entry.errorCode, text: '', url: '' }} />
          )}
        </>
      );
    case 'answeredBy':
      return (
        <>
          {t('timeline.answeredBy')} <code>{entry.verdict}</code>
        </>
      );
    case 'request':
      return <RequestRow storySid={story.sid} entry={entry} problems={problems} />;
    case 'inlineDocument':
      return (
        <>
          <span class="purpose">{t('request.inline')}</span>
          <ProblemList problems={problems} />
          <XmlDocument document={entry.xml} errorLine={firstErrorLine(problems)} />
        </>
      );
    case 'verb':
      return <Verb entry={entry} />;
    case 'problem':
      return <ProblemBanner problem={entry.problem} />;
    case 'keys':
      return (
        <>
          {t('timeline.keys')} <kbd>{entry.digits}</kbd>
        </>
      );
    case 'audio':
      return <>{entry.isLost ? t('timeline.audioLost') : t('timeline.audioFound')}</>;
    case 'network':
      return <>{networkText(entry.impairment)}</>;
    case 'fault':
      return <>{faultText(entry)}</>;
    case 'leg': {
      const leg = log.stories[entry.sid];
      return leg?.kind === 'call' ? <Leg log={log} story={leg} startedAt={startedAt} /> : null;
    }
    case 'notice':
      return (
        <>
          <code>{entry.event}</code>{' '}
          {story.kind === 'conference' ? (
            entry.callSid !== null && <PartyLink log={log} callSid={entry.callSid} />
          ) : (
            <a href={`#${entry.conferenceSid}`}>{entry.conferenceName}</a>
          )}
          {entry.reason !== null && <span class="soft"> {entry.reason}</span>}
        </>
      );
    case 'recording':
      return <RecordingRow recording={entry.recording} />;
    default:
      return entry satisfies never;
  }
}

function networkText(impairment: ObservedImpairment | null): string {
  if (!impairment) return t('timeline.network.over');
  const { loss, delayMs, jitterMs, cutMs, cutsSocket } = impairment;
  const cut = { seconds: String(cutMs / 1_000) };
  const what = [
    ...(loss > 0 ? [t('timeline.network.loss', { percent: String(Math.round(loss * 1_000) / 10) })] : []),
    ...(delayMs > 0 ? [t('timeline.network.delay', { ms: String(delayMs) })] : []),
    ...(jitterMs > 0 ? [t('timeline.network.jitter', { ms: String(jitterMs) })] : []),
    ...(cutMs > 0 ? [t(cutsSocket ? 'timeline.network.cutSocket' : 'timeline.network.cut', cut)] : []),
  ];
  return t('timeline.network', { what: what.join(', ') });
}

function faultText(fault: ObservedFault): string {
  switch (fault.fault) {
    case 'hangup':
    case 'error':
    case 'tone':
      return t(`timeline.fault.${fault.fault}`, { value: String(fault.value) });
    case 'cut':
    case 'close':
      return t(`timeline.fault.${fault.fault}`);
    default:
      return fault satisfies never;
  }
}

function Verb({ entry: { verb, state, results } }: { readonly entry: VerbEntry }) {
  const result = verbResult(verb.name, results);
  const fields = [...verb.attributes, ...(results ?? [])];
  const line = (
    <>
      <b class="verb">{verb.name}</b> <span class="wrap">{verb.detail}</span>
      {result !== '' && (
        <>
          {' '}
          <span aria-hidden="true">→</span> <kbd>{result}</kbd>
        </>
      )}
      {state === 'running' && <span class="chip talking">{t('timeline.running')}</span>}
      {state === 'stopped' && <span class="soft"> {t('timeline.stopped')}</span>}
    </>
  );
  if (fields.length === 0) return line;
  return (
    <details>
      <summary>{line}</summary>
      <Fields fields={fields} />
    </details>
  );
}
