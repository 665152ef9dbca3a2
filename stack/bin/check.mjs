/** `npm run check`: types, lint and format, import rules, third-party notices, unused code. */
import { pathToFileURL } from 'node:url';
import { ensureToolsInstalled } from './install.mjs';
import { PACKAGES } from './packages.mjs';
import { runSteps } from './steps.mjs';

/** Five times faster than the JavaScript compiler, which is installed for tools that need its API. */
const TSC = 'node_modules/@typescript/native/bin/tsc';

export function checks() {
  return [
    ...PACKAGES.map((packageName) => ({
      name: `types of ${packageName}`,
      args: [TSC, '-p', packageName],
    })),
    {
      name: 'types of the service worker',
      args: [TSC, '-p', 'softphone/worker'],
    },
    { name: 'lint and format', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'] },
    { name: 'import rules', args: ['stack/bin/import-rules.mjs'] },
    { name: 'third-party notices', args: ['stack/bin/notices.mjs', '--check'] },
    { name: 'unused files, exports and dependencies', args: ['node_modules/knip/bin/knip.js'] },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureToolsInstalled();
  const { failed } = await runSteps(checks());
  process.exit(failed.length ? 1 : 0);
}
