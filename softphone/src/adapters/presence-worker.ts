/** A clock that a hidden page cannot slow down: the page's own timers fall to one a minute there. */
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';

setInterval(() => postMessage(null), PRESENCE_INTERVAL_MS);
