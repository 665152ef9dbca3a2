/** Holds a folder's lock until it's killed: `node test-lock-holder.mjs <folder>`. Prints `locked`. */
import { lockFolder } from '../../platform/database/embedded/folder-lock.ts';

await lockFolder(process.argv[2] ?? '');
process.stdout.write('locked');
setInterval(() => undefined, 1_000);
