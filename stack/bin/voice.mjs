import { runService } from './program.mjs';

await runService('voice');
