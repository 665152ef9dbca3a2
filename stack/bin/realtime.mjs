/** `npm run realtime`: the realtime service alone. */
import { runService } from './service.mjs';

await runService('realtime');
