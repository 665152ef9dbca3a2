/** `npm run realtime`: the realtime service alone. */
import { runService } from './program.mjs';

await runService('realtime');
