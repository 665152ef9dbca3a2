/** Builds what is stale: the pages of the phone and the console, one bundle per process, and the database template. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { dist, programs, testPrograms } from './bundle.mjs';
import { ensureInstalled, root } from './install.mjs';

const CODE = [
  'contract/src',
  'server',
  'voice/assets',
  'voice/package.json',
  'voice/src',
  'realtime/package.json',
  'realtime/src',
  'stack/src',
  'stack/package.json',
  'stack/bin/bundle.mjs',
];

function* files(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  for (const entry of readdirSync(full, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'tests', 'test-results', '.cache'].includes(entry.name)) continue;
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* files(child);
    else if (!entry.name.includes('.test.')) yield child;
  }
}

function fingerprint(paths) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const path of paths) {
    for (const file of existsSync(join(root, path)) && path.includes('.') ? [path] : files(path)) {
      hash.update(relative(root, join(root, file))).update(readFileSync(join(root, file)));
    }
  }
  return hash.digest('hex');
}

/** @param {string} name @param {string[]} inputs folders and files @param {() => Promise<void>|void} build */
async function buildIfStale(name, inputs, build) {
  const stamp = join(dist, `.${name}.stamp`);
  const now = fingerprint(['package-lock.json', 'stack/bin/build.mjs', ...inputs]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return false;
  const startedAt = performance.now();
  mkdirSync(dist, { recursive: true });
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, now);
  console.error(`Built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
}

/** Runs a Node script. @param {string[]} args @param {{cwd?: string, env?: NodeJS.ProcessEnv}} options */
async function run(args, { cwd = root, env = process.env } = {}) {
  const [code] = await once(spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 2, 2] }), 'exit');
  if (code !== 0) throw new Error(`${relative(root, args[0])} exited with code ${code}.`);
}

/** In a child process, because the bundler keeps its threads and a gigabyte of memory. */
const bundle = (entries) => run([join(root, 'stack/bin/bundle.mjs'), ...Object.keys(entries)]);

async function buildBundles() {
  await bundle(programs);
  cpSync(join(root, 'voice/assets'), join(dist, 'voice-assets'), { recursive: true });
}

/** Runs a Vite build. With a test runner's NODE_ENV, Vite would bundle React's development build. */
const buildWithVite = (packageName, script, ...args) =>
  run([join(root, script), ...args], {
    cwd: join(root, packageName),
    env: { ...process.env, NODE_ENV: 'production' },
  });

async function buildPage(packageName, config = 'vite.config.ts') {
  const options = ['--config', config, '--logLevel', 'warn'];
  await buildWithVite(packageName, 'node_modules/vite/bin/vite.js', 'build', ...options);
  compressTextFiles(join(root, packageName, 'dist'));
}

/** Writes `name.br` and `name.gz` next to each text file for the server to send. */
export function compressTextFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|webmanifest)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    // Compression doesn't speed up files that fit into one network packet.
    if (content.length < 1_400) continue;
    const brotli = {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: brotli }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** The database of a new installation. Depends only on its builder and the migrations, not on the rest of the server. */
const buildTemplate = () =>
  buildIfStale('template', ['stack/dist/template.mjs', 'server/src/platform/database/migrations'], () =>
    run([join(dist, 'template.mjs'), join(dist, 'template')]),
  );

const CONTRACT = ['contract/src', 'contract/package.json'];
const SOFTPHONE = [...CONTRACT, 'i18n', 'design', 'softphone'];
const VOICE_PAGE = ['i18n', 'voice/page', 'voice/src'];
const CONSOLE = [...CONTRACT, 'i18n', 'design', 'console'];
const REALTIME_PAGE = ['i18n', 'realtime/page', 'realtime/src'];

const buildSoftphone = () =>
  buildIfStale('page', SOFTPHONE, async () => {
    await buildPage('softphone');
    await buildPage('softphone', 'vite.sign-in-pages.config.ts');
  });

export async function buildAll() {
  await Promise.all([buildPages(), buildProcesses().then(buildTemplate)]);
}

export async function buildPages() {
  await buildSoftphone();
  await buildIfStale('console', CONSOLE, () => buildPage('console'));
}

/** The page of an embedded service, among the files that the service reads. */
const buildServicePage = (service, inputs, folder) =>
  buildIfStale(`${service} page`, inputs, () =>
    buildWithVite(
      service,
      'node_modules/vite/bin/vite.js',
      'build',
      ...['--config', 'page/vite.config.ts', '--logLevel', 'warn'],
      ...['--outDir', join(dist, folder)],
    ),
  );

export async function buildProcesses() {
  await buildIfStale('bundles', CODE, buildBundles);
  await buildServicePage('voice', VOICE_PAGE, 'voice-assets/page');
  await buildServicePage('realtime', REALTIME_PAGE, 'realtime-page');
  return dist;
}

/** Builds what the packages' tests start: the product's processes and test programs. @returns their folder */
export async function buildPrograms() {
  await buildProcesses();
  await buildTemplate();
  await buildIfStale('test programs', CODE, async () => {
    await bundle(testPrograms);
    cpSync(join(root, 'voice/src/conformance/provider'), dist, { recursive: true, filter: isDescription });
  });
  return dist;
}

const isDescription = (path) => path.endsWith('.json.gz') || !path.split('/').at(-1).includes('.');

/** Builds for the browser tests: the phone's page, and a gallery of all states per package. @returns the galleries' folder */
export async function buildGalleries(names = ['softphone', 'console']) {
  const script = 'design/tests/build-gallery.mjs';
  const galleries = join(dist, 'galleries');
  const inputs = { softphone: SOFTPHONE, console: [...CONSOLE, 'softphone/public'] };
  await buildSoftphone();
  for (const packageName of names) {
    await buildIfStale(`gallery of ${packageName}`, [script, ...inputs[packageName]], () =>
      buildWithVite(packageName, script, join(root, packageName), join(galleries, packageName)),
    );
  }
  return galleries;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  await buildAll();
}
