/** `node template.mjs <file>`: build step that creates the database template for new installations. */

import { buildTemplate } from '../platform/database/embedded/template.ts';
import { seedDemoWorld } from './demo-world.ts';

const [outFile] = process.argv.slice(2);
if (outFile === undefined) throw new Error('Usage: node template.mjs <file>');
await buildTemplate(outFile, seedDemoWorld(Date.now()));
