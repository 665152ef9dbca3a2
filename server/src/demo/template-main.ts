/** `node template.mjs <file>`: the build's step that makes the template of a new installation. */

import { buildTemplate } from '../platform/database/embedded/template.ts';
import { seedDemoWorld } from './demo-world.ts';

const [outFile] = process.argv.slice(2);
if (outFile === undefined) throw new Error('Say where to write the template: node template.mjs <file>');
await buildTemplate(outFile, seedDemoWorld(Date.now()));
