/** Checks what the build does to make the page smaller. */
import { fileURLToPath } from 'node:url';
import { pageSizePlugin } from '@offhook/design/page-size-plugin';
import { build } from 'vite';
import { expect, test } from 'vitest';

const ICONS = fileURLToPath(new URL('../../design/src/icons', import.meta.url));

async function bundle(files: Readonly<Record<string, string>>): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'files',
        resolveId: (id) => (id in files ? id : null),
        load: (id) => files[id.split('?')[0] ?? ''] ?? null,
      },
      pageSizePlugin(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: '/page.js' } },
  });
  if (!('output' in built)) throw new Error('The build did not return a single bundle.');
  return built.output[0].code;
}

test('of an icon, the page has only the path', async () => {
  const code = await bundle({ '/page.js': `import icon from '${ICONS}/call.svg?raw'; console.log(icon);` });
  expect(code).toMatch(/" d=\\"M[^"<]+\\""/);
  expect(code).not.toContain('<svg');
});

test('of a request, the page has no schema of what it sends', async () => {
  const table = fileURLToPath(new URL('../../contract/src/requests.ts', import.meta.url));
  const code = await bundle({
    '/page.js': `import { PHONE_REQUESTS } from '${table}'; console.log(PHONE_REQUESTS);`,
  });
  const sms = /"\/apps\/webrtc\/:id\/sms", (.*)/.exec(code)?.[1];
  expect(sms).toBe('{ response: Success }),');
  expect(code.includes('smsbody')).toBe(false);
  expect(code.includes('bodyKind: "form"')).toBe(true);
});

test('a class of two style sheets gets two names', async () => {
  const sheet = '.row { color: red }';
  const page =
    "import a from '/a/one.module.css'; import b from '/a/two.module.css'; console.log(a.row, b.row);";
  const code = await bundle({ '/page.js': page, '/a/one.module.css': sheet, '/a/two.module.css': sheet });
  const names = code.match(/row[0-9a-z]{3}\b/g) ?? [];
  expect(new Set(names).size).toBe(2);
});

test('the build fails if two style sheets would get the same names', async () => {
  const sheet = '.row { color: red }';
  const page = "import '/x/same.module.css'; import '/y/x/same.module.css';";
  const files = { '/page.js': page, '/x/same.module.css': sheet, '/y/x/same.module.css': sheet };
  await expect(bundle(files)).rejects.toThrow('got the same scoped name');
});
