/** Checks the import rules of ARCHITECTURE.md, and checks the rules themselves with planted violations in a scratch folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './install.mjs';
import { PACKAGES } from './packages.mjs';

function runCruiser(folder, paths) {
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

/** Rule, violating file, and its import: a package, a neighboring file, or `planted-target.ts` in a folder. */
const PLANTED = [
  ['contract-imports-nothing', 'contract/src/planted.ts', 'server/src'],
  ['design-imports-only-contract', 'design/src/planted.ts', 'softphone/src/adapters', 'type'],
  ['product-only-contract', 'softphone/src/planted.ts', 'server/src', 'type'],
  ['console-only-contract-and-design', 'console/src/planted.ts', 'softphone/src/adapters', 'type'],
  ['product-only-contract', 'desktop/src/planted.ts', 'softphone/src/adapters'],
  ['only-pages-import-design', 'desktop/src/planted-design.ts', 'design/src'],
  ['console-only-contract-and-design', 'console/src/planted-desktop.ts', 'desktop/src', 'type'],
  ['core-is-pure', 'desktop/src/core/planted.ts', 'electron', 'type'],
  ['services-import-only-catalogs', 'voice/src/planted.ts', 'contract/src'],
  ['services-import-only-catalogs', 'realtime/src/planted.ts', 'contract/src', 'type'],
  ['no-stack-imports', 'server/src/planted.ts', 'stack/src'],
  ['core-is-pure', 'server/src/calls/core/planted.ts', 'node:fs'],
  ['core-is-pure', 'voice/src/media/core/planted.ts', 'voice/src/media'],
  ['screens-without-adapters', 'softphone/src/screens/planted.ts', 'softphone/src/adapters'],
  ['pages-without-adapters', 'console/src/pages/planted.ts', 'console/src/adapters'],
  ['routes-without-database', 'server/src/leads/planted-route.ts', 'server/src/platform/database'],
  ['testing-only-in-tests', 'server/src/leads/planted-testing.ts', 'server/src/testing'],
  ['module-layers', 'server/src/leads/planted.ts', 'server/src/calls'],
  ['public-files-only', 'server/src/reports/planted-door.ts', 'server/src/calls'],
  ['module-layers', 'server/src/reports/planted.ts', 'server/src/operations'],
  ['module-layers', 'server/src/platform/planted.ts', 'server/src', 'type'],
  ['no-cycles', 'server/src/planted-a.ts', './planted-b.ts'],
];

function plant() {
  const folder = join(root, 'node_modules/.cache/offhook-import-rules');
  rmSync(folder, { recursive: true, force: true });
  const writeModule = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}export const planted = 1;\n`);
  };
  for (const [, path, target, kind] of PLANTED) {
    const isFolder = target.includes('/src');
    const from = isFolder ? `${relative(dirname(path), target)}/planted-target.ts` : target;
    if (isFolder) writeModule(`${target}/planted-target.ts`, '');
    writeModule(path, `import ${kind === 'type' ? 'type {} from ' : ''}'${from}';\n`);
  }
  writeModule('server/src/planted-b.ts', "import './planted-a.ts';\n");
  return folder;
}

const real = runCruiser(
  root,
  PACKAGES.map((packageName) => `${packageName}/src`),
);
let problemCount = 0;
for (const violation of real.violations) {
  console.log(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
  problemCount += 1;
}
if (real.totalCruised < 50) {
  console.log(`Only ${real.totalCruised} modules were read, so the check is broken.`);
  problemCount += 1;
}
const folder = plant();
const planted = runCruiser(folder, readdirSync(folder));
for (const [rule, path] of PLANTED) {
  if (!planted.violations.some((violation) => violation.rule.name === rule && violation.from === path)) {
    console.log(`The planted violation of ${rule} in ${path} was not found.`);
    problemCount += 1;
  }
}
console.log(`${real.totalCruised} modules read, ${PLANTED.length} planted violations checked`);
process.exit(problemCount ? 1 : 0);
