import { useEffect, useReducer } from 'preact/hooks';
import { EMPTY, type FeedMessage, type FeedState, feedStep } from '../src/inspector/core/feed-state.ts';

/** The browser connects again by itself; the first message then brings everything. */
export function useFeed(): [FeedState, (message: FeedMessage) => void] {
  const [feed, dispatch] = useReducer(feedStep, EMPTY);
  useEffect(() => {
    let source: EventSource;
    let retry = 0;
    const connect = () => {
      source = new EventSource('/inspector/feed');
      const on = (name: string, toMessage: (data: never) => FeedMessage) =>
        source.addEventListener(name, (event) => dispatch(toMessage(JSON.parse(event.data) as never)));
      on('start', (start) => ({ kind: 'start', start }));
      on('entries', (entries) => ({ kind: 'entries', entries }));
      on('state', (state) => ({ kind: 'state', state }));
      on('cleared', () => ({ kind: 'cleared' }));
      source.onerror = () => {
        dispatch({ kind: 'lost' });
        // After an HTTP error the browser gives up.
        if (source.readyState === EventSource.CLOSED) retry = window.setTimeout(connect, 2_000);
      };
    };
    connect();
    return () => {
      clearTimeout(retry);
      source.close();
    };
  }, []);
  return [feed, dispatch];
}

/** @returns null, or why the service didn't do it */
export async function sendCommand(name: string, body: object): Promise<string | null> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`/inspector/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.ok ? null : (await response.text()).trim();
}
