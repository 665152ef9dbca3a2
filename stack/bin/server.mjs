/** `npm run server`: the server alone, with the pages. `--built` neither installs nor builds (Docker image). */
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = `${root}stack/dist`;
if (!process.argv.includes('--built')) {
  const { ensureInstalled } = await import('./install.mjs');
  ensureInstalled();
  const { buildAll } = await import('./build.mjs');
  await buildAll();
}
const defaults = {
  SERVER_PORT: process.env.PORT ?? '8080',
  SOFTPHONE_DIST: `${root}softphone/dist`,
  CONSOLE_DIST: `${root}console/dist`,
  DATABASE_TEMPLATE: `${dist}/template`,
};
for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;
await import(`file://${dist}/server.mjs`);
