/** Kills or restarts servers during calls. Phones aren't bound to one: each request goes to the next server. */
import { randomBytes } from 'node:crypto';
import { eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { createSessions } from '../accounts/sign-in/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { calls, callUsers, leads } from '../platform/database/schema.ts';
import { createSimulatedCarrier } from '../platform/telephony/simulated-carrier.ts';
import { createTelephony } from '../platform/telephony/twilio-telephony.ts';
import { run } from '../testing/database/postgres.ts';
import { ACCOUNT } from '../testing/servers/keys.ts';
import { type Cluster, PUSHER, SECRET, startCluster } from '../testing/servers/server-cluster.ts';
import { type Agent, requestJson, signIn, type TestResponse } from '../testing/world/edge.ts';
import { openTestPhone, type PhoneRing, type TestPhone } from '../testing/world/test-phone.ts';
import type { Line } from '../testing/world/voice-world.ts';
import { until } from '../testing/world/world.ts';

const SERVERS = ['one', 'two'];
const LONG = 90_000;

type PhoneAgent = Agent & { readonly phone: TestPhone };

const database = inject('offhookPostgres');
if (database === null) console.log('No PostgreSQL found: the tests of two servers are skipped.');

describe.skipIf(database === null)('two servers on one PostgreSQL', () => {
  let cluster: Cluster;
  let db: Database;
  let numbers = 0;
  const cleanups: (() => unknown)[] = [];
  const config = () => ({ ...ACCOUNT, apiBase: `http://127.0.0.1:${cluster.voicePort}` });

  beforeAll(async () => {
    const url = (name: string) => (database ?? '').replace('{database}', name);
    const name = `several_${randomBytes(8).toString('hex')}`;
    await run(url('postgres'), `create database ${name} template demo`);
    cleanups.push(() => run(url('postgres'), `drop database ${name} with (force)`));
    cluster = await startCluster(url(name), SERVERS);
    cleanups.push(() => cluster.stop());
    const opened = await openPostgres(url(name), () => undefined);
    db = opened.db;
    cleanups.push(() => opened.close());
  }, 300_000);
  afterAll(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  }, 60_000);

  async function withRetries(
    description: string,
    request: () => Promise<TestResponse>,
  ): Promise<TestResponse> {
    return until(
      description,
      async () => {
        const response = await request().catch(() => null);
        return response !== null && response.status < 500 ? response : null;
      },
      LONG,
    );
  }

  async function openAgent(email: string): Promise<PhoneAgent> {
    const sessions = createSessions({ db, clock: cluster, secret: SECRET });
    const agent = await signIn(db, sessions, () => cluster.base, email);
    const { token } = (await agent.get(`/api/v1/twilio/token2?phone_id=phone-${agent.id}`)).body as {
      token: string;
    };
    const phone = await openTestPhone(`ws://127.0.0.1:${cluster.voicePort}/signal`, token, (callUserId) => {
      withRetries('the ring to be acknowledged', () => agent.get(`/api/v1/callusers/${callUserId}`)).catch(
        () => undefined,
      );
    });
    cleanups.push(() => phone.close());
    return { ...agent, phone };
  }

  const present = (agent: Agent, state = 'waiting') =>
    withRetries('the phone to report', () => agent.present({ state }));

  async function postLead(to = cluster.base): Promise<{ callId: number; number: string }> {
    const number = `+1415555${String(2_000 + numbers)}`;
    numbers += 1;
    const headers = { authorization: 'Bearer demo-100', 'idempotency-key': number };
    const body = { phone_number: number, fname: 'Grace' };
    let base = to;
    const response = await withRetries('the lead to be accepted', () => {
      const target = base;
      base = cluster.base;
      return requestJson(target, 'POST', '/api/v1/leads', headers, body);
    });
    expect(response).toMatchObject({ status: 200, body: { outcome: 'ringing now' } });
    return { callId: Number(response.body['call_id']), number };
  }

  const callOf = async (callId: number) => (await db.select().from(calls).where(eq(calls.id, callId)))[0];
  const becomes = (callId: number, status: string) =>
    until(`call ${callId} to be ${status}`, async () => (await callOf(callId))?.status === status, LONG);
  const lines = async (): Promise<readonly Line[]> => {
    const response = await createSimulatedCarrier(config()).lines();
    return response.ok ? (response.value as { lines: readonly Line[] }).lines : [];
  };
  const lineOf = async (number: string) => (await lines()).find(({ to }) => to === number);

  /** Waits until both are in one conference. Test phones send no audio, so what they hear can't be checked. */
  const untilConnected = ({ ring, number }: { ring: PhoneRing; number: string }) =>
    until(
      'the agent and the lead to be in one conference',
      async () => {
        const all = await lines();
        const [lead, agent] = [
          all.find(({ to }) => to === number),
          all.find(({ call_sid }) => call_sid === ring.callSid),
        ];
        if (lead?.status !== 'in-progress' || agent?.status !== 'in-progress') return false;
        return lead.conference !== null && lead.conference === agent.conference;
      },
      LONG,
    );

  async function startTalk(agent: PhoneAgent, ring: PhoneRing, callId: number, number: string) {
    agent.phone.accept(ring);
    await becomes(callId, 'in-progress');
    await untilConnected({ ring, number });
    await present(agent, 'oncall');
    return { agent, ring, callId, number };
  }

  async function talk(agent: PhoneAgent) {
    await present(agent);
    const nth = agent.phone.rings.length + 1;
    const { callId, number } = await postLead();
    return startTalk(agent, await agent.phone.ring(nth), callId, number);
  }

  async function openPage(
    agent: Agent,
  ): Promise<{ readonly received: readonly string[]; isOpen(): boolean }> {
    const socket = new WebSocket(`ws://127.0.0.1:${cluster.realtimePort}/app/${PUSHER.key}?protocol=7`);
    cleanups.push(() => socket.terminate());
    const received: string[] = [];
    socket.on('message', (data) => {
      const text = String(data);
      received.push(text);
      if (text.includes('"pusher:ping"')) socket.send(JSON.stringify({ event: 'pusher:pong', data: {} }));
    });
    const greeting = await until('the realtime service to respond', () => received[0]);
    const { socket_id } = JSON.parse((JSON.parse(greeting) as { data: string }).data) as {
      socket_id: string;
    };
    const channel = 'private-account.100';
    const signed = await agent.post('/api/v1/pusher/auth', { socket_id, channel_name: channel });
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...signed.body } }));
    await until('the page to subscribe', () =>
      received.some((text) => text.includes('subscription_succeeded')),
    );
    return { received, isOpen: () => socket.readyState === WebSocket.OPEN };
  }

  async function checkCalls(ours: readonly { callId: number; number: string }[]): Promise<void> {
    const telephony = createTelephony(config());
    for (const { callId, number } of ours) {
      await becomes(callId, 'completed');
      const rows = await db
        .select({ id: calls.id })
        .from(calls)
        .innerJoin(leads, eq(leads.id, calls.lead_id))
        .where(eq(leads.phone_number, number));
      expect(rows).toEqual([{ id: callId }]);
      const rung = await db.select().from(callUsers).where(eq(callUsers.call_id, callId));
      expect(rung.filter(({ status }) => status === 'ended')).toHaveLength(1);
      const dialed = await telephony.callsTo(number);
      expect(dialed.ok && dialed.value.length).toBe(1);
    }
    await until('all lines to close', async () => (await lines()).length === 0, LONG);
    expect(await db.select().from(calls).where(isNull(calls.ended_at))).toEqual([]);
  }

  it('lose no lead and drop no call when each is killed in turn', { timeout: 600_000 }, async () => {
    const [ann, ben, chloe] = [
      await openAgent('agent@demo.test'),
      await openAgent('agent2@demo.test'),
      await openAgent('agent3@demo.test'),
    ];
    const page = await openPage(ann);
    const inProgress = [await talk(ann), await talk(ben)];
    const ended: { callId: number; number: string }[] = [];
    for (const name of SERVERS) {
      await present(chloe);
      const nth = chloe.phone.rings.length + 1;
      const { callId, number } = await postLead(cluster.serverUrl(name));
      const ring = await until('the phone to ring', () => chloe.phone.rings[nth - 1], LONG);
      await until(
        'the ring to be acknowledged',
        async () => {
          const [rung] = await db.select().from(callUsers).where(eq(callUsers.id, ring.callUserId));
          return rung?.acknowledged_at;
        },
        LONG,
      );
      await cluster.kill(name);
      const talk = await startTalk(chloe, ring, callId, number);
      await cluster.start(name);
      for (const one of inProgress) await untilConnected(one);
      await withRetries('the call to end', () => chloe.post(`/api/v1/calls/${callId}/hangup`));
      chloe.phone.hangUp(ring.callSid);
      await becomes(callId, 'completed');
      ended.push(talk);
      await until('the call lists to be notified', () =>
        page.received.some((text) => text.includes(`\\"call_id\\":${callId}`)),
      );
    }
    expect(page.isOpen()).toBe(true);
    const [first, second] = inProgress;
    if (!first || !second) throw new Error('No call is in progress.');
    await withRetries('the call to end', () => ann.post(`/api/v1/calls/${first.callId}/hangup`));
    ann.phone.hangUp(first.ring.callSid);
    await createSimulatedCarrier(config()).hangUp((await lineOf(second.number))?.call_sid ?? '');
    await checkCalls([...inProgress, ...ended]);
  });

  it('are restarted one after the other without interruption', {
    timeout: 600_000,
  }, async () => {
    const [dan, eve] = [await openAgent('agent@demo.test'), await openAgent('agent3@demo.test')];
    const inProgress = [await talk(dan)];
    const ended: { callId: number; number: string }[] = [];
    for (const name of SERVERS) {
      await present(eve);
      const nth = eve.phone.rings.length + 1;
      const { callId, number } = await postLead(cluster.serverUrl(name));
      // If this server hasn't requested the ring yet, the other one may do it.
      const exitCode = cluster.shutDown(name);
      const ring = await until('the phone to ring', () => eve.phone.rings[nth - 1], LONG);
      ended.push(await startTalk(eve, ring, callId, number));
      expect(await exitCode).toBe(0);
      await cluster.start(name);
      await withRetries('the call to end', () => eve.post(`/api/v1/calls/${callId}/hangup`));
      eve.phone.hangUp(ring.callSid);
      await becomes(callId, 'completed');
    }
    for (const one of inProgress) {
      await untilConnected(one);
      await withRetries('the call to end', () => dan.post(`/api/v1/calls/${one.callId}/hangup`));
      dan.phone.hangUp(one.ring.callSid);
    }
    await checkCalls([...inProgress, ...ended]);
    expect(cluster.failedRequests).toEqual([]);
  });
});
