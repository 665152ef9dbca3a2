import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig } from 'vitepress';
import { findDeadLinks } from '../check-links.ts';
import { markdownFiles, pageOf, ROOT, resolveLink, slugOf } from '../links.ts';
import { sideBars } from '../navigation.ts';

const BASE = process.env['DOCS_BASE'] ?? '/';
/** Where files that are no pages are shown, such as https://github.com/you/offhook/blob/main; without it, they get no link. */
const REPOSITORY = process.env['DOCS_REPOSITORY'];
const { english, spanish } = sideBars();
const icon = readFileSync(join(ROOT, 'softphone/public/icons/icon.svg')).toString('base64');

const SPANISH_SEARCH = {
  translations: {
    button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
    modal: {
      displayDetails: 'Mostrar detalles',
      resetButtonTitle: 'Borrar la búsqueda',
      backButtonTitle: 'Cerrar la búsqueda',
      noResultsText: 'Sin resultados para',
      footer: { selectText: 'abrir', navigateText: 'elegir', closeText: 'cerrar' },
    },
  },
};

const deadLinks = new Set<string>();

export default defineConfig({
  title: 'Offhook',
  description: 'A phone system for teams that call leads',
  base: BASE,
  srcDir: ROOT,
  srcExclude: markdownFiles().filter((file) => pageOf(file) === null),
  rewrites: (file) => pageOf(file) ?? file,
  outDir: join(ROOT, 'site/dist'),
  cacheDir: join(ROOT, 'site/.cache'),
  head: [['link', { rel: 'icon', href: `data:image/svg+xml;base64,${icon}` }]],
  vite: {
    plugins: [
      {
        name: 'offhook-vue',
        enforce: 'pre',
        // The pages lie outside this folder, from where Vue isn't found.
        resolveId(id, importer, options) {
          if (!/^vue(\/|$)/.test(id)) return null;
          if (options.ssr) return { id, external: true };
          if (!importer?.endsWith('.md')) return null;
          return this.resolve(id, join(ROOT, 'site/package.json'), { ...options, skipSelf: true });
        },
      },
    ],
  },
  // The checks below also see headings, navigation and files that are no pages.
  ignoreDeadLinks: true,
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { sidebar: english } },
    es: {
      label: 'Español',
      lang: 'es',
      description: 'Un sistema telefónico para equipos que llaman a clientes potenciales',
      themeConfig: {
        sidebar: spanish,
        outline: { label: 'En esta página', level: [2, 3] },
        docFooter: { prev: 'Anterior', next: 'Siguiente' },
        darkModeSwitchLabel: 'Tema',
        lightModeSwitchTitle: 'Usar el tema claro',
        darkModeSwitchTitle: 'Usar el tema oscuro',
        sidebarMenuLabel: 'Menú',
        returnToTopLabel: 'Volver arriba',
        langMenuLabel: 'Cambiar de idioma',
        skipToContentLabel: 'Ir al contenido',
      },
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { locales: { es: SPANISH_SEARCH } } },
    outline: { level: [2, 3] },
    // Most pages exist in English only: the menu of languages leads to the other language's start.
    i18nRouting: false,
  },
  markdown: {
    anchor: { slugify: slugOf },
    config(md) {
      md.core.ruler.push('offhook-links', ({ tokens, env }) => {
        const path: unknown = env.realPath ?? env.path;
        if (typeof path !== 'string') return;
        const from = relative(ROOT, path);
        for (const { children } of tokens) {
          for (const [index, token] of (children ?? []).entries()) {
            if (token.type !== 'link_open') continue;
            const href = token.attrGet('href') ?? '';
            const link = resolveLink(from, href);
            if (link.kind === 'dead') deadLinks.add(`${from}: ${href}`);
            // The search finds a page's parts by links that begin with #.
            if (link.kind === 'page' && !href.startsWith('#'))
              token.attrSet('href', link.address + (link.hash === '' ? '' : `#${link.hash}`));
            if (link.kind !== 'file') continue;
            if (REPOSITORY) token.attrSet('href', `${REPOSITORY}/${link.file}`);
            else unlink(children ?? [], index);
          }
        }
      });
      // Vue would read braces in code as its own.
      md.core.ruler.push('offhook-braces', ({ tokens }) => {
        for (const { children } of tokens)
          for (const token of children ?? []) if (token.type === 'code_inline') token.attrSet('v-pre', '');
      });
      // Indented code gets the looks and the copy button of fenced code.
      md.core.ruler.push('offhook-code', ({ tokens }) => {
        for (const token of tokens) {
          if (token.type !== 'code_block') continue;
          token.type = 'fence';
          token.info = 'sh';
        }
      });
    },
  },
  buildEnd({ outDir }) {
    const dead = [...deadLinks, ...findDeadLinks(outDir, BASE)];
    if (dead.length > 0) throw new Error(`Dead links:\n${dead.join('\n')}`);
  },
});

interface InlineToken {
  type: string;
  content: string;
}

/** Leaves the text of a link. */
function unlink(tokens: InlineToken[], start: number): void {
  const end = tokens.findIndex((token, index) => index > start && token.type === 'link_close');
  for (const token of [tokens[start], tokens[end]])
    if (token) Object.assign(token, { type: 'html_inline', content: '' });
}
