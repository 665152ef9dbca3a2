import { t } from '@offhook/i18n/realtime-page';
import type { StateView } from '../src/inspector/core/entry.ts';
import { CommandButton } from './command-button.tsx';

export function Channels({ state, onSend }: { state: StateView; onSend: (channel: string) => void }) {
  const { channels, totalChannels } = state;
  return (
    <section class="card channels" aria-labelledby="channels-title">
      <h2 id="channels-title">
        {t('channels.title')} <span class="count">{totalChannels}</span>
      </h2>
      {channels.length === 0 && <p class="empty">{t('channels.empty')}</p>}
      <ul>
        {channels.map(({ name, subscribers, members }) => (
          <li key={name}>
            <div class="line">
              <button
                type="button"
                class="name"
                aria-label={t('channels.send', { channel: name })}
                onClick={() => onSend(name)}
              >
                {name}
              </button>
              <span class="soft">
                {members.length > 0
                  ? t('channels.members', { count: members.length })
                  : t('channels.subscribers', { count: subscribers })}
              </span>
            </div>
            {members.length > 0 && (
              <ul class="members">
                {members.map(({ userId, info }) => (
                  <li key={userId} class="line">
                    <span title={info ?? undefined}>
                      {userId} {info !== null && <span class="soft info">{info}</span>}
                    </span>
                    <CommandButton
                      command="terminate"
                      body={{ userId }}
                      label={t('channels.terminate', { user: userId })}
                    >
                      {t('connections.terminate.label')}
                    </CommandButton>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {channels.length < totalChannels && (
        <p class="soft">{t('channels.shown', { shown: channels.length, total: totalChannels })}</p>
      )}
    </section>
  );
}
