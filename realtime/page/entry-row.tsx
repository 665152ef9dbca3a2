import { t } from '@offhook/i18n/realtime-page';
import { Component, type ComponentChildren } from 'preact';
import { kindOf, prettyData } from '../src/inspector/core/describe.ts';
import type { Entry } from '../src/inspector/core/entry.ts';
import { CopyButton } from './copy-button.tsx';
import { exactTimeOf } from './time.ts';

interface EntryRowProps {
  entry: Entry;
  isOpen: boolean;
  onToggle: (id: number) => void;
}

/** Entries never change, so a new one renders only its own row. */
export class EntryRow extends Component<EntryRowProps> {
  override shouldComponentUpdate({ entry, isOpen }: EntryRowProps): boolean {
    return entry !== this.props.entry || isOpen !== this.props.isOpen;
  }

  override render({ entry, isOpen }: EntryRowProps) {
    const { badge, isError } = kindOf(entry);
    const id = `entry-${entry.id}`;
    return (
      <li>
        <button
          type="button"
          class="row"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => this.props.onToggle(entry.id)}
        >
          <span class="time">{exactTimeOf(entry.at)}</span>
          <span class="badge" data-badge={isError ? 'error' : badge}>
            {t(`badge.${badge}`)}
          </span>
          <span class="summary">
            <Summary entry={entry} />
          </span>
        </button>
        {isOpen && (
          <div class="details" id={id}>
            <Details entry={entry} />
            <CopyButton text={JSON.stringify(entry, null, 2)} label={t('copy.entry')} />
          </div>
        )}
      </li>
    );
  }
}

function Summary({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'event':
      return (
        <>
          <strong>{entry.event}</strong> <span class="channel">{entry.channel}</span>{' '}
          <span class="soft">{t('entry.recipients', { count: entry.recipients })}</span>
        </>
      );
    case 'noted': {
      const { event } = entry;
      return (
        <>
          <strong>{event.name}</strong> <span class="channel">{event.channel}</span>{' '}
          <span class="soft">
            {'user_id' in event && event.user_id}
            {'subscription_count' in event && event.subscription_count}
          </span>
        </>
      );
    }
    case 'subscribed':
    case 'unsubscribed':
      return (
        <>
          <strong>{entry.socketId}</strong> {t(`entry.${entry.kind}`)}{' '}
          <span class="channel">{entry.channel}</span>
        </>
      );
    case 'subscriptionRejected':
      return (
        <>
          <strong>{t('entry.rejected')}</strong> <span class="channel">{entry.channel}</span>{' '}
          <span class="soft">
            {entry.failure.type} {entry.failure.status}
          </span>
        </>
      );
    case 'connected':
      return (
        <>
          <strong>{entry.socketId}</strong> {t('entry.connected', { address: entry.peer.address })}
        </>
      );
    case 'signedIn':
      return (
        <>
          <strong>{entry.socketId}</strong> {t('entry.signedIn', { user: entry.userId })}
        </>
      );
    case 'disconnected':
      return (
        <>
          <strong>{entry.socketId}</strong>{' '}
          {entry.failure ? t('entry.closed', { code: String(entry.failure.code) }) : t('entry.disconnected')}{' '}
          <span class="soft">{entry.failure?.message}</span>
        </>
      );
    case 'failed':
      return (
        <>
          <strong>{entry.failure.code}</strong> {entry.failure.message}
        </>
      );
    case 'requestRejected':
      return (
        <>
          <strong>{entry.status}</strong> {entry.method} <span class="channel">{entry.path}</span>{' '}
          <span class="soft">{entry.reason}</span>
        </>
      );
    case 'webhook':
      return (
        <>
          <strong>{entry.status ?? t('entry.noAnswer')}</strong>{' '}
          <span class="channel">{entry.events.map(({ name }) => name).join(', ')}</span>{' '}
          <span class="soft">
            {t('entry.duration', { count: entry.durationMs })}
            {entry.attempt > 1 && ` · ${t('entry.attempt', { count: entry.attempt })}`}
          </span>
        </>
      );
    default:
      return entry satisfies never;
  }
}

function Details({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'event':
      return (
        <>
          <Facts
            facts={[
              [t('entry.from'), t(`badge.${entry.from}`)],
              [t('entry.socket'), entry.socketId],
              [t('entry.user'), entry.userId],
            ]}
          />
          <Code>{entry.data === null ? t('entry.empty') : prettyData(entry.data)}</Code>
        </>
      );
    case 'noted':
      return <Code>{JSON.stringify(entry.event, null, 2)}</Code>;
    case 'connected':
      return <Facts facts={[['User-Agent', entry.peer.userAgent || '–']]} />;
    case 'subscribed':
    case 'unsubscribed':
    case 'signedIn':
      return <Facts facts={[[t('entry.user'), entry.userId ?? '–']]} />;
    case 'disconnected':
      return (
        <Facts
          facts={[
            [t('entry.user'), entry.userId],
            [t('entry.reason'), entry.failure?.message ?? t('entry.disconnected')],
          ]}
        />
      );
    case 'subscriptionRejected':
      return (
        <Facts
          facts={[
            [t('entry.socket'), entry.socketId],
            [t('entry.reason'), entry.failure.error],
          ]}
        />
      );
    case 'failed':
      return (
        <Facts
          facts={[
            [t('entry.socket'), entry.socketId],
            [t('entry.reason'), `${entry.failure.code} ${entry.failure.message}`],
          ]}
        />
      );
    case 'requestRejected':
      return <Facts facts={[[t('entry.reason'), entry.reason]]} />;
    case 'webhook':
      return (
        <>
          <Facts
            facts={[
              [t('entry.url'), entry.url],
              [t('entry.status'), entry.status === null ? t('entry.noAnswer') : String(entry.status)],
              [t('entry.reason'), entry.error],
            ]}
          />
          <Code>{JSON.stringify(entry.events, null, 2)}</Code>
        </>
      );
    default:
      return entry satisfies never;
  }
}

function Facts({ facts }: { facts: readonly (readonly [string, string | null])[] }) {
  return (
    <dl>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Code({ children }: { children: ComponentChildren }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must be able to scroll it
  return <pre tabIndex={0}>{children}</pre>;
}
