import { t } from '@offhook/i18n/voice-page';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TapSide } from '../../src/media/protocol.ts';
import { ListenPlayer, type ListenStatus } from './listen-player.ts';
import styles from './phone.module.css';

const SIDES: readonly TapSide[] = ['hears', 'says', 'both'];

/**
 * Plays what the party of a call hears, or says.
 * @param who names the party for screen readers, such as its number
 */
export function ListenButton({
  callSid,
  who = callSid,
}: {
  readonly callSid: string;
  readonly who?: string;
}) {
  const [side, setSide] = useState<TapSide>('hears');
  const [status, setStatus] = useState<ListenStatus | null>(null);
  const [level, setLevel] = useState(0);
  const player = useRef<ListenPlayer | null>(null);
  const isOn = status === 'connecting' || status === 'playing';

  const stop = () => {
    player.current?.stop();
    player.current = null;
    setStatus(null);
  };
  const listen = (to: TapSide) => {
    player.current?.stop();
    player.current = new ListenPlayer(callSid, to, setStatus);
  };

  useEffect(() => stop, [callSid]);

  useEffect(() => {
    if (status !== 'playing') {
      setLevel(0);
      return;
    }
    const timer = setInterval(() => setLevel(player.current?.level ?? 0), METER_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [status]);

  return (
    <span class={styles['listen']}>
      <button
        type="button"
        class={styles['small']}
        data-on={isOn}
        aria-label={t(isOn ? 'listen.stopTo' : 'listen.to', { who })}
        onClick={() => (isOn ? stop() : listen(side))}
      >
        <Meter level={level} />
        {t(isOn ? 'listen.stop' : 'listen.start')}
      </button>
      <select
        class={styles['side']}
        aria-label={t('listen.side', { who })}
        value={side}
        onChange={({ currentTarget }) => {
          const chosen = SIDES.find((one) => one === currentTarget.value) ?? 'hears';
          setSide(chosen);
          if (isOn) listen(chosen);
        }}
      >
        {SIDES.map((one) => (
          <option key={one} value={one}>
            {t(`listen.${one}`)}
          </option>
        ))}
      </select>
      <span role="status" class={styles['note']}>
        {status && !isOn ? t(`listen.status.${status}`) : ''}
      </span>
    </span>
  );
}

const METER_INTERVAL_MS = 100;

function Meter({ level }: { readonly level: number }) {
  return (
    <span class={styles['meter']} data-level={level} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((step) => (
        <i key={step} class={step <= level ? styles['lit'] : undefined} />
      ))}
    </span>
  );
}
