import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import micOff from '@offhook/design/icons/mic_off-fill.svg?raw';
import volumeOff from '@offhook/design/icons/volume_off.svg?raw';
import { formatDay, formatTime, formatWeekdayTime, withZone } from '@offhook/i18n/formats';
import { rich, t } from '@offhook/i18n/phone';
import { createElement, Fragment, type ReactNode } from 'react';
import { countText } from '../../core/phone-text.ts';
import type { ShownQueue } from '../../core/session/lead-queue.ts';
import { type Readiness, readiness } from '../../core/session/readiness.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './waiting.module.css';

const c = classes(styles);

const TITLES = {
  ready: 'ready.ready',
  starting: 'ready.connecting',
  offline: 'ready.notReady',
  elsewhere: 'ready.notReady',
  locked: 'ready.notReady',
  onExternalPhone: 'ready.onCall',
  noMicrophone: 'ready.notReady',
} as const satisfies Record<Exclude<Readiness['name'], 'offShift'>, string>;

export function ReadyLine() {
  const { state } = usePhone();
  const ready = readiness(state);
  if (!ready) return null;
  return (
    <div className={c('ready')} data-part="ready">
      <h2 className={c('readyTitle')}>
        {ready.name === 'offShift' ? offShiftText(ready.until, state.queue) : t(TITLES[ready.name])}
      </h2>
      <Reason of={ready} />
      {ready.name === 'ready' && state.queue && <QueueLine {...state.queue} />}
    </div>
  );
}

function offShiftText(until: number, queue: ShownQueue | null): string {
  const isToday = queue !== null && formatDay(until) === formatDay(queue.at);
  const time = isToday ? formatTime(until) : formatWeekdayTime(until);
  return t('ready.offShift', { time: withZone(time, until) });
}

/** Not a live region: a screen reader mustn't speak every second. */
function QueueLine({ waiting, secondsLeft, isAfterMissedRing }: ShownQueue) {
  return (
    <p className={c('reason')} data-part="queue">
      {secondsLeft === null && t('queue.waiting', { count: waiting })}
      {secondsLeft === 0 && t('ready.connecting')}
      {secondsLeft !== null && secondsLeft > 0 && (
        <NextIn count={waiting} missed={isAfterMissedRing} seconds={secondsLeft} />
      )}
    </p>
  );
}

interface NextInProps {
  readonly count: number;
  readonly seconds: number;
  /** The agent missed a ring. */
  readonly missed: boolean;
}

function NextIn({ count, seconds, missed }: NextInProps) {
  const time = <span className={c('countdown')}>{countText(0, seconds * 1_000)}</span>;
  const parts: readonly ReactNode[] = rich(missed ? 'queue.nextAfterMissed' : 'queue.next', { count, time });
  return createElement(Fragment, null, ...parts);
}

const SIGNS = { locked: volumeOff, noMicrophone: micOff } as const;

function reasonText(ready: Readiness): string | null {
  switch (ready.name) {
    case 'ready':
    case 'starting':
    case 'offShift':
      return null;
    case 'offline':
      return t('ready.lastConnected', { time: withZone(formatTime(ready.since), ready.since) });
    case 'elsewhere':
      return t('ready.elsewhere');
    case 'locked':
      return t('ready.silent');
    case 'onExternalPhone':
      return t('ready.onExternalPhone');
    case 'noMicrophone':
      return t('ready.noMicrophone');
    default:
      return ready satisfies never;
  }
}

function Reason({ of: ready }: { readonly of: Readiness }) {
  const text = reasonText(ready);
  if (text === null) return null;
  const sign = ready.name in SIGNS ? SIGNS[ready.name as keyof typeof SIGNS] : null;
  return (
    <p className={c('reason')}>
      {sign !== null && (
        <span className={c('sign')}>
          <Icon size={18} svg={sign} />
        </span>
      )}
      {text}
    </p>
  );
}
