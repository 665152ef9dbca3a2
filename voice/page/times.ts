import { useEffect, useState } from 'preact/hooks';

/** `0:07`, `12:03` or `1:02:03` */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });

export const formatClock = (at: number): string => clock.format(at);

/** `+1.25` seconds after the start; whole seconds after the first minute. */
export function formatOffset(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  return `+${seconds < 60 ? seconds.toFixed(2) : seconds.toFixed(0)}`;
}

/** The time, once per second while something runs. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
