/** The bundles, one file per process. Run with names, this builds those bundles. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

export const dist = join(root, 'stack/dist');

export const programs = {
  supervisor: 'stack/src/main.ts',
  server: 'server/src/main.ts',
  template: 'server/src/demo/template-main.ts',
  admin: 'server/src/command-line/main.ts',
  voice: 'voice/src/main.ts',
  media: 'voice/src/media/main.ts',
  realtime: 'realtime/src/main.ts',
};

export const testPrograms = {
  'test-server-process': 'server/src/testing/servers/server-process.ts',
  'test-postgres': 'server/src/testing/database/postgres-main.ts',
  'test-writer': 'server/src/testing/database/writer.ts',
  'test-lock-holder': 'server/src/testing/database/lock-holder.ts',
  'test-mail-sender': 'server/src/testing/servers/mail-sender.ts',
  'test-description-proxy': 'voice/src/conformance/provider/description-proxy.ts',
};

/** Not bundled: native packages, packages with data files, and packages that are loaded on demand. */
const external = ['@electric-sql/pglite', '@node-rs/argon2', 'twilio', 'pg-native'];

const SQL_READ = /readFileSync\(\s*new URL\('([^']+\.sql)', import\.meta\.url\),\s*'utf8',?\s*\)/g;

/** Embeds SQL files. The sources read them, so that they also run unbundled. */
const embedSql = {
  name: 'embed-sql',
  transform: {
    filter: { code: SQL_READ },
    handler: (code, id) => ({
      code: code.replace(SQL_READ, (_, file) =>
        JSON.stringify(readFileSync(join(dirname(id), file), 'utf8')),
      ),
      map: null,
    }),
  },
};

export function bundleOptions(name) {
  return {
    input: join(root, programs[name] ?? testPrograms[name]),
    cwd: root,
    platform: 'node',
    external: (id) => external.some((each) => id === each || id.startsWith(`${each}/`)),
    // node-fetch 2 comes with its own URL parser, which uses `punycode`; newer Node versions warn about that.
    resolve: { alias: { 'whatwg-url': 'node:url' } },
    plugins: [embedSql],
    transform: { target: 'node20.19' },
    logLevel: 'warn',
    checks: { bundlerTimings: false },
    output: {
      file: join(dist, `${name}.mjs`),
      format: 'esm',
      sourcemap: true,
      codeSplitting: false,
      // Some libraries identify classes by name (node-fetch its AbortSignal).
      keepNames: true,
      banner:
        "import { createRequire as offhookRequire } from 'node:module'; const require = offhookRequire(import.meta.url);",
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { build } = await import('rolldown');
  await Promise.all(process.argv.slice(2).map((name) => build(bundleOptions(name))));
}
