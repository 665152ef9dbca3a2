import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PhoneConfig } from '@offhook/contract/client/phone-config';
import type { Config } from '../../process/config.ts';

/** For the provider's voice SDK: signaling, insights and sounds. */
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
    page_origins: [...config.pageOrigins],
  };
}

export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The console shows the phone in a frame of its own origin. */
export const PHONE_FRAMES = { 'frame-ancestors': "'self'" };
export const CONSOLE_FRAMES = { 'frame-src': "'self'" };

/** @throws if the page isn't built */
export async function readPage(
  config: Config,
  dist: string,
  frames: Readonly<Record<string, string>>,
  file = 'index.html',
): Promise<Page> {
  const template = await readFile(join(dist, file), 'utf8');
  const nonce = randomBytes(16).toString('base64');
  // Escapes `<` so that the JSON can't end the script element.
  const json = JSON.stringify(phoneConfig(config)).replaceAll('<', '\\u003c');
  const head =
    `<meta property="csp-nonce" nonce="${nonce}">` +
    `<script type="application/json" id="offhook-config">${json}</script>`;
  const marker = template.includes('<!--offhook-config-->') ? '<!--offhook-config-->' : '</head>';
  return {
    html: template.replace(marker, () => (marker === '</head>' ? `${head}</head>` : head)),
    contentSecurityPolicy: contentSecurityPolicy(config, nonce, frames),
  };
}

/** @param nonce for style elements; null if it isn't a page */
export function contentSecurityPolicy(
  config: Config,
  nonce: string | null,
  frames: Readonly<Record<string, string>> = {},
): string {
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
    ...frames,
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}

/** Names all hosts, because we don't know here which one the browser uses. */
function apiSources({ api }: Config): string[] {
  return [...new Set([api.production, api.development])].filter((origin) => origin !== '');
}

/** `,` and `;` have a meaning in a policy and must be escaped. A policy ignores the query. */
function countryLookupSource({ countryLookupUrl }: Config): string {
  if (countryLookupUrl === '') return '';
  const { origin, pathname } = new URL(countryLookupUrl);
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}

/**
 * The embedded sockets are at the public URL. For a loopback URL, all names that a policy can express are allowed.
 * [::1] can't be expressed, but 'self' covers it.
 */
function socketOrigins(config: Config): string[] {
  const { realtime, telephony, publicUrl } = config;
  const own = new URL(publicUrl);
  const scheme = own.protocol === 'https:' ? 'wss' : 'ws';
  const loopback = ['localhost', '127.0.0.1'];
  const port = own.port === '' ? '' : `:${own.port}`;
  const names = loopback.includes(own.hostname) ? loopback : [own.hostname];
  const origins = names.map((name) => `${scheme}://${name}${port}`);
  const signaling = telephony.chunderw.split('/')[0] ?? '';
  if (signaling !== '' && signaling !== own.host) origins.push(`wss://${signaling}`);
  if (realtime.embedded) return origins;
  if (realtime.host === '') return [...origins, `wss://ws-${realtime.cluster}.pusher.com`];
  return [...origins, `wss://${realtime.host}${realtime.port === null ? '' : `:${realtime.port}`}`];
}
