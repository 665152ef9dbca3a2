/**
 * Makes a built page smaller: of an icon it keeps the path, of a request no schemas of what is sent, which only the
 * server checks; the scoped names of CSS modules have a short hash.
 */
import { readFileSync } from 'node:fs';

const REQUESTS = /\/contract\/src\/(requests|login-requests|console\/console)\.ts$/;
const ICON = /\/design\/src\/icons\/[^/]+\.svg\?raw$/;

/** @returns {import('vite').Plugin} */
export function pageSizePlugin() {
  /** @type {Map<string, string>} */
  const owners = new Map();

  /** @param {string} name @param {string} file */
  function generateScopedName(name, file) {
    const scoped = `${name}${hash(file.slice(file.lastIndexOf('/', file.lastIndexOf('/') - 1)))}`;
    const owner = owners.get(scoped) ?? file;
    if (owner !== file)
      throw new Error(`The class ${name} of ${file} and ${owner} got the same scoped name.`);
    owners.set(scoped, file);
    return scoped;
  }

  return {
    name: 'offhook-page-size',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ css: { modules: { generateScopedName } } }),
    load(id) {
      if (!ICON.test(id)) return null;
      const [path = ''] = /\sd="[^"]+"/.exec(readFileSync(id.slice(0, -'?raw'.length), 'utf8')) ?? [];
      return `export default ${JSON.stringify(path)}`;
    },
    transform: {
      // After TypeScript's types are gone.
      order: 'post',
      handler(code, id) {
        if (!REQUESTS.test(id)) return null;
        const kept = [...sentParts(this.parse(code))].reduceRight(
          (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
          code,
        );
        return { code: kept, map: null };
      },
    },
  };
}

/** In `row('POST', '/path', { body, query, params, response })`, all but the response. @param {any} node */
function* sentParts(node) {
  if (node === null || typeof node !== 'object') return;
  const [, path, details] = node.type === 'CallExpression' ? node.arguments : [];
  if (details?.type === 'ObjectExpression' && String(path?.value).startsWith('/')) {
    for (const property of details.properties)
      if (['body', 'query', 'params'].includes(property.key?.name)) yield property;
    return;
  }
  for (const child of Object.values(node)) yield* sentParts(child);
}

/** Three letters and digits. @param {string} text */
function hash(text) {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 46_656;
  return sum.toString(36).padStart(3, '0');
}
