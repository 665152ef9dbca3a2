import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LEADS_FILE } from '@offhook/contract/console/list-filters';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { type Browser, openTestApp } from '../../testing/app/app.ts';
import { ACCOUNT } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';

withDatabase('exports to clients that read slowly', (open) => {
  async function opened() {
    const app = await openTestApp(open);
    return { ...app, browser: await app.as('supervisor@demo.test') };
  }

  const addLeads = (db: Database, count: number, bytes: number) =>
    db.execute(sql`insert into leads (account_id, phone_number, label, category)
      select ${ACCOUNT}::bigint, '+1661' || (5550000 + n), 'N' || n, repeat('x', ${bytes}::integer)
      from generate_series(1, ${count}::integer) n`);

  /** The client reads the beginning of the file, then nothing. */
  async function download(app: FastifyInstance, browser: Browser) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    let timeout = { ms: 0, expire: () => {} };
    const closed = new Promise((resolve) => {
      app.server.prependOnceListener('request', (_request, response) => {
        response.once('close', resolve);
        const setTimeout = response.setTimeout.bind(response);
        response.setTimeout = (ms, whenIdle) => {
          // The socket's own timer, on which an idle client has no effect before.
          timeout = { ms, expire: () => void setTimeout(1, whenIdle) };
          return response;
        };
      });
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { cookie: browser.cookie() };
      httpGet({ port, host: '127.0.0.1', path: LEADS_FILE, headers }, resolve).on('error', reject);
    });
    await once(response, 'readable');
    return { response, closed, timeout: () => timeout };
  }

  /** @returns its bytes @throws when it's cut off */
  async function drain(response: IncomingMessage): Promise<number> {
    let bytes = 0;
    for await (const chunk of response) bytes += chunk.length;
    return bytes;
  }

  it('a user has one export at a time; one whose client leaves is over', async () => {
    const { app, db, browser, as } = await opened();
    await addLeads(db, 160, 100_000);
    const { response, closed } = await download(app, browser);
    expect((await browser.get(LEADS_FILE)).status).toBe(429);
    expect((await (await as('admin@demo.test')).get(`${LEADS_FILE}?search=N5`)).status).toBe(200);
    response.destroy();
    await closed;
    // The batch that was being read has to end first.
    await expect.poll(async () => (await browser.get(`${LEADS_FILE}?search=N5`)).status).toBe(200);
  });

  it('an export ends when its client has read nothing for a minute', async () => {
    const { app, db, browser } = await opened();
    await addLeads(db, 160, 100_000);
    const { response, closed, timeout } = await download(app, browser);
    const { ms, expire } = timeout();
    expect(ms).toBe(60_000);
    expire();
    await closed;
    await expect(drain(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect.poll(async () => (await browser.get(`${LEADS_FILE}?search=N5`)).status).toBe(200);
  });

  it('an export ends when its client takes over 30 minutes', async () => {
    const { app, db, browser, clock } = await opened();
    // Sockets buffer part of the first 1,000 rows; the last rows are read after that time.
    await addLeads(db, 2_100, 12_000);
    const { response, closed } = await download(app, browser);
    clock.advance(31 * 60_000);
    await expect(drain(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await closed;
    await expect.poll(async () => (await browser.get(`${LEADS_FILE}?search=N5`)).status).toBe(200);
  });
});
