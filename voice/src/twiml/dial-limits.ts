import type { LiveCall } from '../calls/live-call.ts';
import type { DialCommon } from './core/verbs.ts';

/**
 * Ends a connected Dial after its time limit or, with `hangupOnStar`, when the caller presses *.
 * @returns a function that stops watching
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
