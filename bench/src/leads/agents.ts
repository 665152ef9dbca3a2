/** Many agents on the whole product: sessions, signaling-only phones, and presence reports. */

import { mkdirSync } from 'node:fs';
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { PRESENCE_INTERVAL_MS } from '@offhook/contract/limits';
import { createSessions } from '@offhook/server/accounts/sign-in/sessions';
import { createDemoSeeder } from '@offhook/server/demo/demo-world';
import { type Database, queryRows } from '@offhook/server/platform/database/database';
import { openEmbedded } from '@offhook/server/platform/database/embedded/embedded';
import { openPostgres } from '@offhook/server/platform/database/postgres';
import { sessionCookieName } from '@offhook/server/platform/http/caller';
import { browserFetch, clientAt } from '@offhook/server/testing/servers/api-client';
import { openTestPhone, type TestPhone } from '@offhook/server/testing/world/test-phone';
import type { Product } from '@offhook/stack/product';
import { sql } from 'drizzle-orm';

export const ACCOUNT = 100;

type Routing = 'round_robin' | 'simultaneous';
const DAY_MS = 86_400_000;

export interface Login {
  readonly userId: number;
  readonly token: string;
}

/** Fills the product's data folder before its first start: the demo data and `count` more agents. */
export async function fillWithAgents(product: Product, count: number, routing?: Routing): Promise<Login[]> {
  const opened = await openEmbedded({
    dataFolder: product.data,
    templateFile: null,
    seed: createDemoSeeder(Date.now()),
  });
  try {
    return await addAgents(opened.db, count, routing);
  } finally {
    await opened.close();
  }
}

export async function fillPostgres(url: string, folder: string, count: number): Promise<Login[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const opened = await openPostgres(url, () => undefined);
  try {
    await createDemoSeeder(Date.now())(opened.db, folder);
    return await addAgents(opened.db, count);
  } finally {
    await opened.close();
  }
}

/** Adds the agents to the demo team that receives leads. */
export async function addAgents(
  db: Database,
  count: number,
  routing: Routing = 'round_robin',
): Promise<Login[]> {
  const rows = await queryRows<{ id: string | number }>(
    db,
    sql`with team as (select id from teams where account_id = ${ACCOUNT} order by is_default desc, id limit 1),
        set_routing as (update profiles set mode = ${routing} from team where profiles.team_id = team.id),
        remove_schedule as (update teams set schedule = null from team where teams.id = team.id),
        remove_members as (delete from team_members using team where team_id = team.id),
        agent as (insert into users (account_id, email, full_name, password_hash, time_zone)
          select ${ACCOUNT}::bigint, 'bench' || n || '@demo.test', 'Bench ' || n, '', 'America/New_York'
          from generate_series(1, ${count}::integer) n returning id)
        insert into team_members (team_id, user_id) select team.id, agent.id from team, agent returning user_id as id`,
  );
  await db.execute(sql`update accounts set calling_from_minute = 0, calling_to_minute = 1440`);
  // Opening a session doesn't use the secret; the product signs with its own.
  const sessions = createSessions({ db, clock: { now: () => Date.now() - DAY_MS }, secret: '' });
  const logins: Login[] = [];
  for (const { id } of rows) {
    const token = await sessions.open(Number(id));
    logins.push({ userId: Number(id), token });
  }
  return logins;
}

export interface Ring {
  readonly userId: number;
  readonly callUserId: number;
  readonly callId: number;
  readonly at: number;
}

export type Agents = Awaited<ReturnType<typeof openAgents>>;

/** Connects the phones, eight at a time, and reports presence from then on. */
export async function openAgents(url: string, logins: readonly Login[]) {
  const rings: Ring[] = [];
  const open: TestPhone[] = [];
  const timers: NodeJS.Timeout[] = [];
  const connect = async ({ userId, token: session }: Login): Promise<void> => {
    const api = clientAt(url, browserFetch({ cookie: `${sessionCookieName(url)}=${session}` }));
    const phone_id = `bench-${userId}`;
    const body = { phone_id, state: 'waiting', device: 'registered', audio: 'ready' } as const;
    const reportPresence = () => api.request('reportPresence', { body });
    valueOrThrow(await api.request('getUser', { query: {} }));
    const { token } = valueOrThrow(await api.request('getToken', { query: { phone_id } }));
    const phone = await openTestPhone(
      `${url.replace('http', 'ws')}/voice/signal`,
      token,
      async (callUserId) => {
        const at = performance.now();
        const response = await api.request('getCallUser', { params: { id: callUserId } });
        if (response.ok) rings.push({ userId, callUserId, callId: response.value.call.id, at });
      },
    );
    open.push(phone);
    valueOrThrow(await reportPresence());
    timers.push(setInterval(reportPresence, PRESENCE_INTERVAL_MS));
  };
  const queue = [...logins];
  const worker = async () => {
    for (let login = queue.shift(); login; login = queue.shift()) await connect(login);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return {
    phones: open as readonly TestPhone[],
    rings: rings as readonly Ring[],
    async acceptAndHangUpAll() {
      for (const phone of open)
        for (const ring of phone.rings)
          if (ring.state === 'ringing') {
            phone.accept(ring);
            phone.hangUp(ring.callSid);
          }
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(open.map((phone) => phone.close()));
    },
  };
}
