/** `node template.mjs <file>`: the build's step that makes the template of a new installation. */
import { seedDemoWorld } from '../../../demo/demo-world.ts';
import { buildTemplate } from './template.ts';

const [outFile] = process.argv.slice(2);
if (outFile === undefined) throw new Error('Say where to write the template: node template.mjs <file>');
await buildTemplate(outFile, seedDemoWorld(Date.now()));
