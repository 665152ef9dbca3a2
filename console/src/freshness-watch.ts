/** Runs the clock and the checks behind `core/board/freshness.ts`. */
import { FROZEN_AFTER_MS } from '@offhook/contract/limits';
import { createListeners } from '@offhook/design/listeners';
import { type FreshnessEvent, freshness, initialFreshness } from './core/board/freshness.ts';

export interface FreshnessWatch {
  /** Milliseconds since 1970; null while pages are up to date. */
  readonly staleSince: () => number | null;
  /** Returns a function that stops listening. */
  readonly listen: (changed: () => void) => () => void;
  readonly send: (event: FreshnessEvent) => void;
}

export interface FreshnessOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Sends a small request; resolves to whether the server answered. */
  readonly check: () => Promise<boolean>;
  /** The server answers again. `failed`: a check had no answer at all, not only a late one. */
  readonly onRecovered: (failed: boolean) => void;
}

const TICK_MS = 1_000;
const TICKS_PER_CHECK = 4;

export function createFreshnessWatch({ now, check, onRecovered }: FreshnessOptions): FreshnessWatch & {
  readonly start: () => void;
} {
  let state = initialFreshness;
  let tickedAt = now();
  let ticks = 0;
  let failed = false;
  const { listen, notify } = createListeners();

  function send(event: FreshnessEvent): void {
    const before = state;
    state = freshness(state, event);
    if (event.type === 'checkAnswered') {
      if (before.late || failed) onRecovered(failed);
      failed = false;
    }
    if (state.staleSince !== before.staleSince) notify();
  }

  function tick(): void {
    const at = now();
    send({ type: 'ticked', at, clockStopped: at - tickedAt > FROZEN_AFTER_MS });
    tickedAt = at;
    ticks += 1;
    if (ticks % TICKS_PER_CHECK !== 0) return;
    send({ type: 'checkSent', at });
    void check().then((answered) => {
      if (answered) send({ type: 'checkAnswered' });
      else failed = true;
    });
  }

  return {
    staleSince: () => state.staleSince,
    listen,
    send,
    start: () => void setInterval(tick, TICK_MS),
  };
}
