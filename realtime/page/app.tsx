import { t } from '@offhook/i18n/realtime-page';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Channels } from './channels.tsx';
import { Connections } from './connections.tsx';
import { Log } from './log.tsx';
import { SendForm } from './send-form.tsx';
import { StartCard } from './start-card.tsx';
import { sendCommand, useFeed } from './use-feed.ts';

const PARTS = ['log', 'channels', 'connections'] as const;
type Part = (typeof PARTS)[number];

/** On a narrow page only one part shows at a time. */
export function App() {
  const [feed, dispatch] = useFeed();
  const [part, setPart] = useState<Part>('log');
  const [channel, setChannel] = useState('');
  const { app, state, entries, held, link } = feed;
  const isPaused = held !== null;
  const togglePause = useCallback(() => dispatch({ kind: isPaused ? 'resumed' : 'paused' }), [isPaused]);
  const clear = useCallback(() => void sendCommand('clear', {}).catch(() => undefined), []);
  const sendTo = useCallback((name: string) => {
    setChannel(name);
    setPart('log');
  }, []);
  const filter = useRef<HTMLInputElement>(null);
  useShortcuts({ filter: () => filter.current?.focus(), pause: togglePause });
  const titles = {
    log: t('log.title'),
    channels: `${t('channels.title')} ${state.totalChannels}`,
    connections: `${t('connections.title')} ${state.totalConnections}`,
  };
  return (
    <div class="page" data-part={part}>
      <header class="bar">
        <h1>offhook-realtime</h1>
        {app && <span class="address">{app.url}</span>}
        <span class="link" data-link={link} role="status">
          {t(`feed.${link}`)}
        </span>
      </header>
      <nav class="parts" aria-label={t('parts.label')}>
        {PARTS.map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === part ? 'page' : undefined}
            onClick={() => setPart(name)}
          >
            {titles[name]}
          </button>
        ))}
      </nav>
      <main>
        <div class="aside">
          <Channels state={state} onSend={sendTo} />
          <Connections state={state} />
        </div>
        <div class="main">
          <SendForm state={state} channel={channel} onChannel={setChannel} />
          {app && entries.length === 0 && state.totalConnections === 0 && <StartCard app={app} />}
          <Log
            entries={entries}
            held={held?.length ?? null}
            filterRef={filter}
            onPause={togglePause}
            onClear={clear}
          />
        </div>
      </main>
    </div>
  );
}

/** `/` goes to the filter, P pauses; never while a field has the focus. */
function useShortcuts({ filter, pause }: { filter: () => void; pause: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        filter();
      } else if (event.key.toLowerCase() === 'p') pause();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [pause]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}
