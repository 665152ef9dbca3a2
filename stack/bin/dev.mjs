/** `npm run dev`: the product, rebuilt and restarted when files change. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

process.chdir(root);
ensureInstalled();
const { buildAll } = await import('./build.mjs');
const { bundleOptions, dist } = await import('./bundle.mjs');
await buildAll();

const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--logLevel', 'warn'];
const pages = [
  // Its folder holds the sign-in pages, so it isn't emptied.
  ['softphone', 'vite.config.ts', '--no-emptyOutDir'],
  ['softphone', 'vite.sign-in-pages.config.ts'],
  ['console', 'vite.config.ts'],
].map(([packageName, config, ...options]) =>
  spawn(process.execPath, [...vite, '--config', config, ...options], {
    cwd: join(root, packageName),
    stdio: ['ignore', 2, 2],
  }),
);
const product = spawn(process.execPath, [join(dist, 'supervisor.mjs')], {
  cwd: root,
  env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim() },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});

const { watch } = await import('rolldown');
for (const name of ['server', 'voice', 'media', 'realtime']) {
  let first = true;
  watch(bundleOptions(name)).on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message);
    if (event.code !== 'END') return;
    if (!first) product.send({ restart: name === 'media' ? 'voice' : name });
    first = false;
  });
}

const stopPages = () => {
  for (const page of pages) page.kill();
};
const stop = () => {
  stopPages();
  product.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
product.on('exit', (code) => {
  stopPages();
  process.exit(code ?? 1);
});
