import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const DESCRIPTION = createRequire(import.meta.url).resolve('pusher-js/package.json');
const SOURCE = join(dirname(DESCRIPTION), 'src');

const left = (what: string) => `throw new Error('The build left out ${what}.');`;
const leftClass = (what: string) => `export default class { constructor() { ${left(what)} } }`;
const leftFunction = (what: string) => `export default function () { ${left(what)} }`;

/** Ways around WebSocket, statistics for the service, requests that ours replace, and encrypted channels. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'core/auth/channel_authorizer.ts': leftFunction('its own requests'),
  'core/auth/deprecated_channel_authorizer.ts': `export function ChannelAuthorizerProxy() { ${left('its own requests')} }`,
  'core/auth/user_authenticator.ts': leftFunction('its own requests'),
  'core/channels/encrypted_channel.ts': leftClass('encrypted channels'),
  'core/timeline/timeline_sender.ts': leftClass('statistics'),
  'runtimes/isomorphic/auth/xhr_auth.ts': leftFunction('its own requests'),
  'runtimes/web/auth/jsonp_auth.ts': leftFunction('its own requests'),
  'runtimes/web/dom/dependencies.ts': 'export const Dependencies = {}, DependenciesReceivers = {};',
  'runtimes/web/dom/jsonp_request.ts': leftClass('scripts'),
  'runtimes/web/dom/script_receiver_factory.ts': 'export const ScriptReceivers = {};',
  'runtimes/web/dom/script_request.ts': leftClass('scripts'),
  'runtimes/web/http/http.ts': 'export default {};',
  'runtimes/web/timeline/jsonp_timeline.ts': 'export default {};',
};

/** In the order of the library's own build for browsers. */
const ROOTS = ['', 'runtimes/web', 'runtimes'];

/** Builds the realtime library from the sources in its package, to leave out what the phone never uses. */
export function realtimeSdkPlugin(): Plugin {
  const { version } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as { readonly version: string };
  const find = (folders: readonly string[], id: string) =>
    folders
      .flatMap((folder) => [join(folder, `${id}.ts`), join(folder, id, 'index.ts')])
      .find((file) => existsSync(file)) ?? null;
  return {
    name: 'offhook-realtime-sdk',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'pusher-js') return join(SOURCE, 'core/pusher.ts');
      if (!importer?.startsWith(SOURCE)) return null;
      const folders = id.startsWith('.') ? [dirname(importer)] : ROOTS.map((root) => join(SOURCE, root));
      return find(folders, id);
    },
    load: (id) => (id.startsWith(SOURCE) && LEFT_OUT[id.slice(SOURCE.length + 1)]) || null,
    async transform(code, id) {
      if (!id.startsWith(SOURCE)) return null;
      // The library declares fields that its parents' constructors set.
      const typescript = { removeClassFieldsWithoutInitializer: true };
      const define = {
        global: 'window',
        VERSION: JSON.stringify(version),
        CDN_HTTP: '""',
        CDN_HTTPS: '""',
        DEPENDENCY_SUFFIX: '""',
      };
      const options = { typescript, define, assumptions: { setPublicClassFields: true }, sourcemap: false };
      return transformWithOxc(code, id, options);
    },
    generateBundle() {
      const ids = new Set(this.getModuleIds());
      if (!ids.has(join(SOURCE, 'core/pusher.ts'))) return;
      for (const path of Object.keys(LEFT_OUT)) {
        if (!ids.has(join(SOURCE, path))) this.error(`The realtime library has no module ${path}.`);
      }
    },
  };
}
