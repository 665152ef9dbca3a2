/** `npm run check`: types, lint and format, and the import rules. */
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { runSteps } from './steps.mjs';

const ROOMS = [
  'contract',
  'softphone',
  'console',
  'desktop',
  'server',
  'voice',
  'realtime',
  'stack',
  'bench',
];

/** @returns {import('./steps.mjs').Step[]} */
export function checks() {
  return [
    ...ROOMS.map((room) => ({
      name: `types of ${room}`,
      args: ['node_modules/typescript/bin/tsc', '-p', room],
    })),
    {
      name: 'types of the service worker',
      args: ['node_modules/typescript/bin/tsc', '-p', 'softphone/worker'],
    },
    { name: 'lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'] },
    { name: 'import rules', args: ['stack/bin/import-rules.mjs'] },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  const { failed } = await runSteps(checks());
  process.exit(failed.length ? 1 : 0);
}
