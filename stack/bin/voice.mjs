/** `npm run voice`: the voice service alone. */
import { runService } from './service.mjs';

await runService('voice');
