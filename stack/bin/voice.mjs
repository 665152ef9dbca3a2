/** `npm run voice`: the voice service alone. */
import { runService } from './program.mjs';

await runService('voice');
