import { t } from '@offhook/i18n/realtime-page';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { StateView } from '../src/inspector/core/entry.ts';
import { sendCommand } from './use-feed.ts';

interface SendFormProps {
  state: StateView;
  channel: string;
  onChannel: (channel: string) => void;
}

export function SendForm({ state, channel, onChannel }: SendFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [data, setData] = useState('');
  const [result, setResult] = useState<{ error: string | null } | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  // What was sent, or why not, is about the earlier channel.
  useEffect(() => setResult(null), [channel]);
  useEffect(() => {
    if (channel === '' || isOpen) return;
    setOpen(true);
    requestAnimationFrame(() => nameField.current?.focus());
  }, [channel]);
  const send = async (event: Event) => {
    event.preventDefault();
    setResult(null);
    const error = await sendCommand('publish', { channel, name, data }).catch(() => t('send.failed'));
    setResult({ error });
  };
  return (
    <details class="card send" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('send.title')}</summary>
      <form onSubmit={(event) => void send(event)}>
        <label>
          {t('send.channel')}
          <input
            list="channel-names"
            required
            value={channel}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => onChannel(event.currentTarget.value)}
          />
        </label>
        <datalist id="channel-names">
          {state.channels.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        <label>
          {t('send.event')}
          <input
            ref={nameField}
            required
            value={name}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="wide">
          {t('send.data')}
          <textarea
            rows={3}
            value={data}
            spellcheck={false}
            placeholder='{"hello":"world"}'
            onInput={(event) => setData(event.currentTarget.value)}
          />
        </label>
        <div class="wide line">
          <span role={result?.error ? 'alert' : 'status'} class={result?.error ? 'error' : 'soft'}>
            {result && (result.error ?? t('send.sent'))}
          </span>
          <button type="submit" class="primary">
            {t('send.send')}
          </button>
        </div>
      </form>
    </details>
  );
}
