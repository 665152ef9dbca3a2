import { parse } from '@formatjs/icu-messageformat-parser';

const CATALOG = /\/i18n\/src\/catalogs\/[a-z-]+\/[a-z]{2}\.ts$/;

/**
 * A Vite plugin that parses the messages at build time, so that the page needs no parser:
 * a message with values is replaced by its syntax tree; the others stay text.
 */
export function catalogPlugin() {
  return {
    name: 'offhook-catalog',
    apply: 'build',
    enforce: 'post',
    config: () => ({
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      },
    }),
    async transform(code, id) {
      if (!CATALOG.test(id)) return null;
      const { default: messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
      return { code: `export default ${JSON.stringify(compile(messages))}`, map: null };
    },
  };
}

/** @param {Record<string, string>} messages */
function compile(messages) {
  return Object.fromEntries(
    Object.entries(messages).map(([id, text]) => {
      const tree = parse(text, { captureLocation: false });
      return [id, tree.every(({ type }) => type === 0) ? text : tree];
    }),
  );
}
