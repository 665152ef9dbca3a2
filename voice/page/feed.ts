import { applyEvent, emptyLog, type Log } from '../src/inspector/core/log.ts';
import type { LogEvent } from '../src/inspector/core/log-events.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export interface FeedState {
  readonly log: Log;
  readonly connection: Connection;
}

export const initialFeed: FeedState = { log: emptyLog, connection: 'connecting' };

/** Follows the service's log. Each connection begins with the whole log. @returns a function that stops it */
export function followLog(onChange: (change: (state: FeedState) => FeedState) => void): () => void {
  const source = new EventSource('/inspector/events');
  source.addEventListener('log', ({ data }) => {
    const log = JSON.parse(data) as Log;
    onChange(() => ({ log, connection: 'live' }));
  });
  source.addEventListener('message', ({ data }) => {
    const event = JSON.parse(data) as LogEvent;
    onChange((state) => ({ ...state, log: applyEvent(state.log, event) }));
  });
  let retry: number | undefined;
  let stopRetried = (): void => {};
  source.addEventListener('error', () => {
    onChange((state) => ({ ...state, connection: 'lost' }));
    // The browser retries lost connections, but not rejected ones.
    if (source.readyState !== EventSource.CLOSED) return;
    retry = window.setTimeout(() => {
      stopRetried = followLog(onChange);
    }, RETRY_MS);
  });
  return () => {
    source.close();
    window.clearTimeout(retry);
    stopRetried();
  };
}

const RETRY_MS = 3_000;
