/** Measures the gzipped JavaScript that a browser loads before the login page is usable, for a whole call, and in all. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { figure, printTable } from './table.ts';

const DIST = fileURLToPath(new URL('../../softphone/dist', import.meta.url));

/** A browser set to English loads none of these catalogs. */
const OTHER_LANGUAGE = /^(es|pseudo)-/;

/** A call needs none of them. */
const NOT_FOR_A_CALL = /^(panels|phone-palette|sound-check|status-menu|desktop-link)-/;

const kilobytes = (bytes: number) => bytes / 1000;
const gzipKilobytes = (path: string) => kilobytes(gzipSync(readFileSync(path), { level: 9 }).length);

function initialScripts(): string[] {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const code = readFileSync(path, 'utf8');
    for (const [, name] of code.matchAll(/(?:^|[;}\s])(?:import|from)\s*"(\.\/[^"]+\.js)"/g)) {
      if (name) visit(join(dirname(path), name));
    }
  };
  for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)) if (path) visit(join(DIST, path));
  return [...found];
}

async function measureReactAlone(): Promise<number> {
  const page = 'react-alone';
  const code =
    "import {createRoot} from 'react-dom/client'; import {createElement} from 'react'; createRoot(document.body).render(createElement('p'));";
  const { output } = await build({
    input: page,
    cwd: fileURLToPath(new URL('../../softphone', import.meta.url)),
    platform: 'browser',
    write: false,
    plugins: [
      {
        name: 'the page',
        resolveId: (id) => (id === page ? join(DIST, '../src/react-alone.js') : null),
        load: (id) => (id.endsWith('react-alone.js') ? code : null),
      },
    ],
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'iife', minify: true, codeSplitting: false },
  });
  return kilobytes(gzipSync(output[0].code, { level: 9 }).length);
}

export async function benchBundle(): Promise<void> {
  const first = initialScripts();
  const all = readdirSync(join(DIST, 'assets')).filter(
    (name) => name.endsWith('.js') && !OTHER_LANGUAGE.test(name),
  );
  const forACall = all.filter((name) => !NOT_FOR_A_CALL.test(name));
  const inAssets = (names: readonly string[]) => names.map((name) => join(DIST, 'assets', name));
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + gzipKilobytes(path), 0);
  const react = ['React alone', [await measureReactAlone()]] as const;
  printTable('Phone JavaScript, gzipped', [
    figure('before the login page is usable', 'kB', [sum(first)], '36 kB', react),
    figure('for a whole call', 'kB', [sum(inAssets(forACall))], '240 kB', react),
    figure('with all panels', 'kB', [sum(inAssets(all))], '-', react),
  ]);
}
