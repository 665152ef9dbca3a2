import type { AppView } from '../../inspector/core/entry.ts';
import { browserSnippet, environmentLines, serverSnippet } from '../../inspector/core/snippets.ts';

export interface Started extends AppView {
  readonly version: string;
  readonly hasPage: boolean;
  readonly isLoopback: boolean;
  /** File of the service's own certificate; null without one. */
  readonly ownCertificate: string | null;
}

/** For people: the address, the keys to copy, and how to connect. `secret` is null if the user gave it. */
export function startText(one: Started): string {
  const { url } = one;
  const page = one.isLoopback ? '' : ' (user: the key, password: the secret)';
  return [
    `offhook-realtime ${one.version} is ready at ${url}`,
    ...(one.hasPage ? [`Connections, events and webhooks, live: ${url}/${page}`] : []),
    ...(one.ownCertificate === null
      ? []
      : [
          `Open ${url}/ once in your browser and accept the certificate.`,
          `Node trusts it with NODE_EXTRA_CA_CERTS=${one.ownCertificate}`,
        ]),
    '',
    ...environmentLines(one).map((line) =>
      one.secret === null && line.startsWith('PUSHER_SECRET=') ? '# PUSHER_SECRET is yours' : line,
    ),
    '',
    'On your server, with pusher:',
    `  ${serverSnippet(one)}`,
    'In the browser, with pusher-js:',
    `  ${browserSnippet(one)}`,
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}

/** For scripts: one line of JSON. */
export function startJson(one: Started): string {
  return `${JSON.stringify({
    ready: 'offhook-realtime',
    version: one.version,
    url: one.url,
    host: one.host,
    port: one.port,
    app_id: one.appId,
    key: one.key,
    ...(one.secret === null ? {} : { secret: one.secret }),
    ...(one.ownCertificate === null ? {} : { certificate: one.ownCertificate }),
  })}\n`;
}
