import { t } from '@offhook/i18n/realtime-page';
import type { StateView } from '../src/inspector/core/entry.ts';
import { CommandButton } from './command-button.tsx';
import { timeOf } from './time.ts';

export function Connections({ state }: { state: StateView }) {
  const { connections, totalConnections } = state;
  return (
    <section class="card connections" aria-labelledby="connections-title">
      <h2 id="connections-title">
        {t('connections.title')} <span class="count">{totalConnections}</span>
      </h2>
      {connections.length === 0 && <p class="empty">{t('connections.empty')}</p>}
      <ul>
        {connections.map(({ socketId, userId, address, since, userAgent, channels }) => (
          <li key={socketId}>
            <div class="line">
              <strong class="socket">{socketId}</strong>
              <span class="buttons">
                {userId !== null && (
                  <CommandButton
                    command="terminate"
                    body={{ userId }}
                    label={t('channels.terminate', { user: userId })}
                  >
                    {t('connections.terminate.label')}
                  </CommandButton>
                )}
                <CommandButton
                  command="disconnect"
                  body={{ socketId }}
                  label={t('connections.close', { socket: socketId })}
                >
                  {t('connections.close.label')}
                </CommandButton>
              </span>
            </div>
            <div class="soft" title={userAgent || undefined}>
              {userId !== null && <>{t('connections.user', { user: userId })} · </>}
              {address} · {t('connections.since', { time: timeOf(since) })}
            </div>
            {channels.length > 0 && <div class="soft names">{channels.join(', ')}</div>}
          </li>
        ))}
      </ul>
      {connections.length < totalConnections && (
        <p class="soft">{t('connections.shown', { shown: connections.length, total: totalConnections })}</p>
      )}
    </section>
  );
}
