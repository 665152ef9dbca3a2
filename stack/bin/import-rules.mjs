/**
 * The import rules of ARCHITECTURE.md. The check is checked too: it must have read the rooms' modules, and it must
 * find each violation that stands planted in a scratch folder for this purpose.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './install.mjs';
import { ROOMS } from './rooms.mjs';

function cruise(folder, paths) {
  const args = [
    join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    join(root, '.dependency-cruiser.mjs'),
    '--output-type',
    'json',
    ...paths,
  ];
  let text;
  try {
    text = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 << 20 });
  } catch (error) {
    text = error.stdout;
    if (!text) throw error;
  }
  return JSON.parse(text).summary;
}

/** Rule, the file that breaks it, and what that imports: a package, a file beside it, or `planted-target.ts` of a folder. */
const PLANTED = [
  ['contract-imports-nothing', 'contract/src/planted.ts', 'server/src'],
  ['design-imports-only-contract', 'design/src/planted.ts', 'softphone/src/adapters', 'type'],
  ['product-only-contract', 'softphone/src/planted.ts', 'server/src', 'type'],
  ['console-only-contract-and-design', 'console/src/planted.ts', 'softphone/src/adapters', 'type'],
  ['product-only-contract', 'desktop/src/planted.ts', 'softphone/src/adapters'],
  ['only-pages-import-design', 'desktop/src/planted-design.ts', 'design/src'],
  ['console-only-contract-and-design', 'console/src/planted-desktop.ts', 'desktop/src', 'type'],
  ['core-is-pure', 'desktop/src/core/planted.ts', 'electron', 'type'],
  ['services-import-nothing', 'voice/src/planted.ts', 'contract/src'],
  ['services-import-nothing', 'realtime/src/planted.ts', 'contract/src', 'type'],
  ['nobody-imports-stack', 'server/src/planted.ts', 'stack/src'],
  ['core-is-pure', 'server/src/calls/core/planted.ts', 'node:fs'],
  ['core-is-pure', 'voice/src/media/core/planted.ts', 'voice/src/media'],
  ['screens-do-not-act', 'softphone/src/screens/planted.ts', 'softphone/src/adapters'],
  ['pages-do-not-act', 'console/src/pages/planted.ts', 'console/src/adapters'],
  ['routes-ask-their-subject', 'server/src/leads/planted-route.ts', 'server/src/platform/database'],
  ['testing-serves-tests', 'server/src/leads/planted-testing.ts', 'server/src/testing'],
  ['subjects-in-order', 'server/src/leads/planted.ts', 'server/src/calls'],
  ['through-the-doors', 'server/src/reports/planted-door.ts', 'server/src/calls'],
  ['subjects-in-order', 'server/src/reports/planted.ts', 'server/src/operations'],
  ['subjects-in-order', 'server/src/platform/planted.ts', 'server/src', 'type'],
  ['no-cycles', 'server/src/planted-a.ts', './planted-b.ts'],
];

function plant() {
  const folder = join(root, 'node_modules/.cache/offhook-import-rules');
  rmSync(folder, { recursive: true, force: true });
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}export const planted = 1;\n`);
  };
  for (const [, path, what, kind] of PLANTED) {
    const isFolder = what.includes('/src');
    const from = isFolder ? `${relative(dirname(path), what)}/planted-target.ts` : what;
    if (isFolder) put(`${what}/planted-target.ts`, '');
    put(path, `import ${kind === 'type' ? 'type {} from ' : ''}'${from}';\n`);
  }
  put('server/src/planted-b.ts', "import './planted-a.ts';\n");
  return folder;
}

const real = cruise(
  root,
  ROOMS.map((room) => `${room}/src`),
);
let wrong = 0;
for (const violation of real.violations) {
  console.log(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
  wrong += 1;
}
if (real.totalCruised < 50) {
  console.log(`Only ${real.totalCruised} modules were read: the check sees nothing.`);
  wrong += 1;
}
const folder = plant();
const planted = cruise(folder, readdirSync(folder));
for (const [rule, path] of PLANTED) {
  if (!planted.violations.some((violation) => violation.rule.name === rule && violation.from === path)) {
    console.log(`The planted violation of ${rule} in ${path} was not found.`);
    wrong += 1;
  }
}
console.log(`${real.totalCruised} modules read, ${PLANTED.length} planted violations looked for`);
process.exit(wrong ? 1 : 0);
