/** The product behind TLS, with its pages on one origin and its API on another of the same site. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { createProxyServer } from 'httpxy';
import { patient } from '../../testing/patience.mjs';
import { Product } from '../product.ts';
import { makeCertificate } from './certificate.ts';

const PAGE = 'phone.offhook.test';
const API = 'api.offhook.test';
/** Another site, with a page of its own. */
const STRANGER = 'elsewhere.test';
/** One more, which the stranger's page asks. */
const TRACKER = 'tracker.test';
const OF_THE_API = /^\/(api|apps|app|voice)\//;

export interface Site {
  /** Origin of the pages. */
  readonly page: string;
  readonly api: string;
  readonly stranger: string;
  /** Sets a cookie for pages of other sites, and says which it was sent. */
  readonly tracker: string;
  readonly product: Product;
  /** What was asked of the pages' origin that belongs to the API. */
  readonly astray: readonly string[];
  /** An address on this machine that the server alone reaches. */
  readonly inside: string;
}

export const test = base.extend<object, { site: Site }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          `--host-resolver-rules=MAP ${PAGE} 127.0.0.1,MAP ${API} 127.0.0.1,MAP ${STRANGER} 127.0.0.1,MAP ${TRACKER} 127.0.0.1`,
          '--ignore-certificate-errors',
        ],
      }),
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'offhook-tls-'));
      const { key, cert } = await makeCertificate([PAGE, API, STRANGER, TRACKER]);
      const authority = join(folder, 'authority.pem');
      writeFileSync(authority, cert);
      const inside = `http://127.0.0.1:${await freePort()}`;
      const astray: string[] = [];
      const front = await listen(createServer({ key, cert }), inside, astray);
      const { port } = front.address() as AddressInfo;
      const [page, api] = [`https://${PAGE}:${port}`, `https://${API}:${port}`];
      const product = new Product();
      await product.start({
        PORT: new URL(inside).port,
        PUBLIC_URL: api,
        PAGE_ORIGINS: page,
        API_ORIGIN: api,
        OFFHOOK_DEMO: '1',
        NODE_OPTIONS: `--import ${new URL('offhook-test-names.mjs', import.meta.url).href}`,
        NODE_EXTRA_CA_CERTS: authority,
      });
      const [stranger, tracker] = [`https://${STRANGER}:${port}`, `https://${TRACKER}:${port}`];
      await use({ page, api, stranger, tracker, product, astray, inside });
      await product.dispose();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: patient(60_000) },
  ],
});

/** As browsers come, or soon will; a page that was loaded before is to be loaded again. */
export async function blockThirdPartyCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
  });
}

/** Ends TLS, and passes on to each name what belongs to it. */
async function listen(front: Server, target: string, astray: string[]): Promise<Server> {
  const proxy = createProxyServer({ xfwd: true });
  proxy.on('error', (_error, _request, response) => response?.destroy());
  const isAstray = ({ headers: { host = '' }, url = '' }: IncomingMessage) => {
    const is = host.startsWith(PAGE) && OF_THE_API.test(url);
    if (is) astray.push(url);
    return is;
  };
  front.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { host = '' } = request.headers;
    if (host.startsWith(STRANGER) || host.startsWith(TRACKER)) return answerAsTracker(request, response);
    if (isAstray(request)) return void response.writeHead(404).end();
    proxy.web(request, response, { target }).catch(() => response.destroy());
  });
  front.on('upgrade', (request, socket, head) => {
    if (isAstray(request)) return void socket.destroy();
    proxy.ws(request, socket as Socket, { target }, head).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return front;
}

/** Sets a cookie, and says which it was sent. */
function answerAsTracker({ headers }: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(200, {
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'set-cookie': 'seen=1; Path=/; Secure; SameSite=None',
    })
    .end(headers.cookie ?? '');
}

export async function freePort(): Promise<number> {
  const probe = createTcpServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
