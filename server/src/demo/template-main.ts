/** `node template.mjs <file>`: prebuilds a database, so that new installations start quickly. */

import { buildTemplate } from '../platform/database/embedded/template.ts';
import { createDemoSeeder } from './demo-world.ts';

const [outFile] = process.argv.slice(2);
if (outFile === undefined) throw new Error('Usage: node template.mjs <file>');
await buildTemplate(outFile, createDemoSeeder(Date.now()));
