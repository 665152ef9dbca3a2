/** The product behind TLS: pages on one origin, the API on another of the same site. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { createProxyServer } from 'httpxy';
import { freePort } from '../../testing/free-port.mjs';
import { scaleTimeout } from '../../testing/timeout-factor.mjs';
import { Product } from '../product.ts';
import { createCertificate } from './certificate.ts';

const PAGE = 'phone.offhook.test';
const API = 'api.offhook.test';
/** Another site. */
const OTHER_SITE = 'elsewhere.test';
/** A third site. */
const TRACKER = 'tracker.test';
const API_PATHS = /^\/(api|apps|app|voice)\//;

export interface Site {
  readonly page: string;
  readonly api: string;
  readonly otherSite: string;
  /** Sets a cross-site cookie and returns the cookies it received. */
  readonly tracker: string;
  readonly product: Product;
  /** API requests that wrongly went to the pages' origin. */
  readonly strayRequests: readonly string[];
  /** The product's URL without the TLS proxy. */
  readonly serverUrl: string;
}

export const test = base.extend<object, { site: Site }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          `--host-resolver-rules=MAP ${PAGE} 127.0.0.1,MAP ${API} 127.0.0.1,MAP ${OTHER_SITE} 127.0.0.1,MAP ${TRACKER} 127.0.0.1`,
          '--ignore-certificate-errors',
        ],
      }),
    { scope: 'worker' },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants an object pattern here
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'offhook-tls-'));
      const { key, cert } = await createCertificate([PAGE, API, OTHER_SITE, TRACKER]);
      const authority = join(folder, 'authority.pem');
      writeFileSync(authority, cert);
      const serverUrl = `http://127.0.0.1:${await freePort()}`;
      const strayRequests: string[] = [];
      const front = await listen(createServer({ key, cert }), serverUrl, strayRequests);
      const { port } = front.address() as AddressInfo;
      const [page, api] = [`https://${PAGE}:${port}`, `https://${API}:${port}`];
      const product = new Product();
      await product.start({
        PORT: new URL(serverUrl).port,
        PUBLIC_URL: api,
        PAGE_ORIGINS: page,
        API_ORIGIN: api,
        OFFHOOK_DEMO: '1',
        NODE_OPTIONS: `--import ${new URL('offhook-test-names.mjs', import.meta.url).href}`,
        NODE_EXTRA_CA_CERTS: authority,
      });
      const [otherSite, tracker] = [`https://${OTHER_SITE}:${port}`, `https://${TRACKER}:${port}`];
      await use({ page, api, otherSite, tracker, product, strayRequests, serverUrl });
      await product.dispose();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: scaleTimeout(60_000) },
  ],
});

/** Makes the browser block third-party cookies, as some do by default. */
export async function blockThirdPartyCookies(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: true,
  });
}

/** Terminates TLS and routes by host name. */
async function listen(front: Server, target: string, strayRequests: string[]): Promise<Server> {
  const proxy = createProxyServer({ xfwd: true });
  proxy.on('error', (_error, _request, response) => response?.destroy());
  const isStray = ({ headers: { host = '' }, url = '' }: IncomingMessage) => {
    const isApiRequest = host.startsWith(PAGE) && API_PATHS.test(url);
    if (isApiRequest) strayRequests.push(url);
    return isApiRequest;
  };
  front.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { host = '' } = request.headers;
    if (host.startsWith(OTHER_SITE) || host.startsWith(TRACKER)) return answerAsTracker(request, response);
    if (isStray(request)) return void response.writeHead(404).end();
    proxy.web(request, response, { target }).catch(() => response.destroy());
  });
  front.on('upgrade', (request, socket, head) => {
    if (isStray(request)) return void socket.destroy();
    proxy.ws(request, socket as Socket, { target }, head).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return front;
}

/** Sets a cookie and returns the cookies it received. */
function answerAsTracker({ headers }: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(200, {
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'set-cookie': 'seen=1; Path=/; Secure; SameSite=None',
    })
    .end(headers.cookie ?? '');
}
