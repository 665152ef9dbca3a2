/**
 * The import rules of ARCHITECTURE.md. The check is checked too: it must have read the rooms' modules, and it must
 * find each violation that stands planted in a scratch folder for this purpose.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const PLANTED = [
  ['contract-imports-nothing', 'contract/src/planted.ts', "import '../../server/src/planted-target.ts';"],
  [
    'design-imports-only-contract',
    'design/src/planted.ts',
    "import type {} from '../../softphone/src/adapters/planted-target.ts';",
  ],
  [
    'product-only-contract',
    'softphone/src/planted.ts',
    "import type {} from '../../server/src/planted-target.ts';",
  ],
  [
    'console-only-contract-and-design',
    'console/src/planted.ts',
    "import type {} from '../../softphone/src/adapters/planted-target.ts';",
  ],
  [
    'product-only-contract',
    'desktop/src/planted.ts',
    "import '../../softphone/src/adapters/planted-target.ts';",
  ],
  [
    'only-pages-import-design',
    'desktop/src/planted-design.ts',
    "import '../../design/src/planted-target.ts';",
  ],
  [
    'console-only-contract-and-design',
    'console/src/planted-desktop.ts',
    "import type {} from '../../desktop/src/planted-target.ts';",
  ],
  ['core-is-pure', 'desktop/src/core/planted.ts', "import type {} from 'electron';"],
  ['services-import-nothing', 'voice/src/planted.ts', "import '../../contract/src/planted-target.ts';"],
  [
    'services-import-nothing',
    'realtime/src/planted.ts',
    "import type {} from '../../contract/src/planted-target.ts';",
  ],
  ['nobody-imports-stack', 'server/src/planted.ts', "import '../../stack/src/planted-target.ts';"],
  ['core-is-pure', 'server/src/calls/core/planted.ts', "import 'node:fs';"],
  ['core-is-pure', 'voice/src/media/core/planted.ts', "import '../planted-target.ts';"],
  ['screens-do-not-act', 'softphone/src/screens/planted.ts', "import '../adapters/planted-target.ts';"],
  ['pages-do-not-act', 'console/src/pages/planted.ts', "import '../adapters/planted-target.ts';"],
  [
    'routes-ask-their-subject',
    'server/src/leads/planted-route.ts',
    "import '../platform/database/planted-target.ts';",
  ],
  ['testing-serves-tests', 'server/src/leads/planted-testing.ts', "import '../testing/planted-target.ts';"],
  ['subjects-in-order', 'server/src/leads/planted.ts', "import '../calls/planted-target.ts';"],
  ['through-the-doors', 'server/src/reports/planted-door.ts', "import '../calls/planted-target.ts';"],
  ['subjects-in-order', 'server/src/reports/planted.ts', "import '../operations/planted-target.ts';"],
  ['subjects-in-order', 'server/src/platform/planted.ts', "import type {} from '../planted-target.ts';"],
  ['no-cycles', 'server/src/planted-a.ts', "import './planted-b.ts';"],
];

function plant() {
  const folder = join(root, 'node_modules/.cache/offhook-import-rules');
  rmSync(folder, { recursive: true, force: true });
  const put = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [, path, text] of PLANTED) put(path, `${text}\nexport const planted = 1;\n`);
  put('server/src/planted-b.ts', "import './planted-a.ts';\nexport const planted = 1;\n");
  for (const path of [
    'server/src',
    'contract/src',
    'stack/src',
    'voice/src/media',
    'softphone/src/adapters',
    'console/src/adapters',
    'design/src',
    'desktop/src',
    'server/src/platform/database',
    'server/src/calls',
    'server/src/operations',
    'server/src/testing',
  ]) {
    put(`${path}/planted-target.ts`, 'export const target = 1;\n');
  }
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
