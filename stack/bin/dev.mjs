/** `npm run dev`: the product, built anew and started again where it must when a file changes. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';

process.chdir(root);
ensureInstalled();
const { buildAll, bundleOptions, bundles, dist } = await import('./build.mjs');
await buildAll();

const pages = ['softphone', 'console'].map((room) =>
  spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch', '--logLevel', 'warn'],
    { cwd: join(root, room), stdio: ['ignore', 2, 2] },
  ),
);
const product = spawn(process.execPath, [join(dist, 'supervisor.mjs')], {
  cwd: root,
  env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim() },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});

const { context } = await import('esbuild');
for (const name of ['server', 'voice', 'media', 'realtime']) {
  let first = true;
  const watched = await context({
    ...bundleOptions,
    entryPoints: [{ in: join(root, bundles[name]), out: name }],
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    plugins: [
      {
        name: 'start again',
        setup: (build) => {
          build.onEnd((result) => {
            if (!first && result.errors.length === 0)
              product.send({ restart: name === 'media' ? 'voice' : name });
            first = false;
          });
        },
      },
    ],
  });
  await watched.watch();
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
