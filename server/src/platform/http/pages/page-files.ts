/** The softphone's page, and the console's: one build for all installations, told at load where its server is. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhoneConfig } from '@offhook/contract/client/phone-config';
import type { Config } from '../../process/config.ts';

/** Where the provider's own phone library signals to, reports to and gets sounds from. */
const PROVIDER_HOSTS = 'wss://*.twilio.com https://*.twilio.com https://media.twiliocdn.com';

export function phoneConfig(config: Config): PhoneConfig {
  const { realtime, telephony } = config;
  const own = new URL(config.publicUrl);
  const ownPort = own.port === '' ? null : Number(own.port);
  return {
    api: config.api,
    voice: { chunderw: telephony.chunderw, ...(telephony.edge === '' ? {} : { edge: telephony.edge }) },
    realtime: {
      key: realtime.key,
      cluster: realtime.cluster,
      host: realtime.embedded ? own.hostname : realtime.host,
      port: realtime.embedded ? ownPort : realtime.port,
      path: '',
    },
    demo: config.demo,
    country_lookup: config.countryLookupUrl,
  };
}

export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** @param dist folder of the built page @throws when it has not been built */
export async function readPage(config: Config, dist: string): Promise<Page> {
  const template = await readFile(join(dist, 'index.html'), 'utf8');
  const nonce = randomBytes(16).toString('base64');
  // `<` is written in a way that cannot end the script element.
  const json = JSON.stringify(phoneConfig(config)).replaceAll('<', '\\u003c');
  const head =
    `<meta property="csp-nonce" nonce="${nonce}">` +
    `<script type="application/json" id="offhook-config">${json}</script>`;
  const marker = template.includes('<!--offhook-config-->') ? '<!--offhook-config-->' : '</head>';
  return {
    html: template.replace(marker, () => (marker === '</head>' ? `${head}</head>` : head)),
    contentSecurityPolicy: contentSecurityPolicy(config, nonce),
  };
}

/** @param nonce of the page's own style elements; null for what is not a page */
export function contentSecurityPolicy(config: Config, nonce: string | null): string {
  const provider = config.telephony.chunderw === '' ? PROVIDER_HOSTS : '';
  const api = apiSources(config);
  const connect = ["'self'", ...api, ...socketOrigins(config), provider, countryLookupSource(config)];
  const policy: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`,
    'img-src': ["'self'", ...api, 'data:'].join(' '),
    'font-src': "'self'",
    'connect-src': connect.filter((source) => source !== '').join(' '),
    'media-src': ["'self'", ...api, 'blob:', ...(provider === '' ? [] : ['https://sdk.twilio.com'])].join(
      ' ',
    ),
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

/** One policy for the pages of every host: which of them a browser asked for is not known here. */
function apiSources({ api }: Config): string[] {
  return [...new Set([api.production, api.development])].filter((origin) => origin !== '');
}

/** That address and no other of its host; a policy knows no query, and reads , and ; as its own signs. */
function countryLookupSource({ countryLookupUrl }: Config): string {
  if (countryLookupUrl === '') return '';
  const { origin, pathname } = new URL(countryLookupUrl);
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

/**
 * Signalling and realtime sockets; ours stand at the public address, and on a loopback one at all its names that a
 * policy can spell: it has no form for [::1], which 'self' covers.
 */
function socketOrigins(config: Config): string[] {
  const { realtime, telephony, publicUrl } = config;
  const own = new URL(publicUrl);
  const scheme = own.protocol === 'https:' ? 'wss' : 'ws';
  const loopback = ['localhost', '127.0.0.1'];
  const port = own.port === '' ? '' : `:${own.port}`;
  const names = loopback.includes(own.hostname) ? loopback : [own.hostname];
  const origins = names.map((name) => `${scheme}://${name}${port}`);
  const signalling = telephony.chunderw.split('/')[0] ?? '';
  if (signalling !== '' && signalling !== own.host) origins.push(`wss://${signalling}`);
  if (realtime.embedded) return origins;
  if (realtime.host === '') return [...origins, `wss://ws-${realtime.cluster}.pusher.com`];
  return [...origins, `wss://${realtime.host}${realtime.port === null ? '' : `:${realtime.port}`}`];
}
