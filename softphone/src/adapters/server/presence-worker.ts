/** Browsers throttle a hidden page's own timers to one a minute. */
import { CLOCK_TICK_MS } from '../../core/session/clock.ts';

setInterval(() => postMessage(null), CLOCK_TICK_MS);
