import type { LiveCall } from '../calls/live-call.ts';
import type { DialCommon } from './core/verbs.ts';

/**
 * What ends a Dial from the caller's side, from the moment that it is connected: the longest time and, where that was
 * asked for, the star.
 * @returns forgets both
 */
export function watchLimits(
  live: LiveCall,
  dial: Pick<DialCommon, 'timeLimitSeconds' | 'hangupOnStar'>,
  end: () => void,
): () => void {
  const timer = setTimeout(end, dial.timeLimitSeconds * 1_000);
  const press = (key: string): void => {
    if (key === '*') end();
  };
  if (dial.hangupOnStar) live.onKey = press;
  return () => {
    clearTimeout(timer);
    if (live.onKey === press) live.onKey = null;
  };
}
