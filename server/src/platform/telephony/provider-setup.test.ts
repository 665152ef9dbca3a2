import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { firstRow } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { PUBLIC_URL } from '../../testing/world/edge.ts';
import {
  CALLER,
  connectCaller,
  reportConferenceStarted,
  setProviderCall,
} from '../../testing/world/provider-events.ts';
import { testWorlds, until } from '../../testing/world/world.ts';
import { insert } from '../database/database.ts';
import { numbers, recordings, teams } from '../database/schema.ts';
import { readCheckedTo } from './checked-numbers.ts';

withDatabase('the provider setup', (open) => {
  const world = testWorlds(open);
  const start = () => world({ applicationSid: '', buysNumbers: true });

  it('creates one application and the account’s numbers, and points them at this server', async () => {
    const { provider, db } = await start();
    const [application, ...others] = [...provider.applications.values()];
    expect(others).toEqual([]);
    expect(application).toMatchObject({
      friendly_name: 'Offhook',
      voice_url: `${PUBLIC_URL}/twilio/voice/client#rc=5&rp=all`,
      status_callback: `${PUBLIC_URL}/twilio/status/leg#rc=5&rp=all`,
    });
    const rows = await db.select().from(numbers);
    expect(provider.numbers.size).toBe(rows.length);
    for (const { phone_number, provider_sid } of rows)
      expect(provider.numbers.get(provider_sid ?? '')).toMatchObject({
        phone_number,
        voice_url: `${PUBLIC_URL}/twilio/voice/inbound#rc=5&rp=all`,
      });
  });

  it('reuses the existing setup at the next start and reverts outside changes', async () => {
    const { provider, restart, work } = await start();
    const before = [...provider.applications.keys(), ...provider.numbers.keys()];
    provider.journal.length = 0;
    await restart();
    await work.reconcile();
    expect([...provider.applications.keys(), ...provider.numbers.keys()]).toEqual(before);
    expect(provider.journal.filter(({ kind }) => /^(create|update)/.test(kind))).toEqual([]);
    const [sid] = [...provider.numbers.keys()];
    provider.numbers.set(sid ?? '', {
      ...provider.numbers.get(sid ?? ''),
      voice_url: 'https://elsewhere.test',
    });
    await work.reconcile();
    expect(provider.numbers.get(sid ?? '')?.['voice_url']).toContain('/twilio/voice/inbound');
    // The URLs are right but unused: an application takes precedence, or they're requested by GET.
    for (const changed of [{ voice_application_sid: `AP${'f'.repeat(32)}` }, { sms_method: 'GET' }]) {
      provider.numbers.set(sid ?? '', { ...provider.numbers.get(sid ?? ''), ...changed } as Record<
        string,
        string
      >);
      await work.reconcile();
      expect(provider.numbers.get(sid ?? '')).toMatchObject({
        voice_application_sid: '',
        sms_method: 'POST',
      });
    }
  });

  it.each([
    ['didn’t find it', []],
    ['failed', [{ kind: 'listNumber', fault: 'reject' }]],
  ] as const)('remembers that it checked a new number after a check that %s', async (_, faults) => {
    const { db, provider, work } = await world({ applicationSid: '', buysNumbers: false });
    await work.reconcile();
    const team = await firstRow(db.select().from(teams));
    const { id } = await insert(db, numbers, {
      account_id: team.account_id,
      team_id: team.id,
      phone_number: '+14155559177',
    });
    expect(await readCheckedTo(db)).toBe(id - 1);
    provider.faults.push(...faults);
    await work.reconcile();
    expect(await readCheckedTo(db)).toBe(id);
  });

  it('issues access tokens that last ten minutes and allow outgoing and incoming calls', async () => {
    const { agent, provider } = await start();
    const ann = await agent('agent@demo.test');
    const response = await ann.get('/api/v1/twilio/token2?time=1&phone_id=page-1');
    const [, payload = ''] = String(response.body['token']).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    expect(claims).toMatchObject({
      sub: `AC${'0'.repeat(32)}`,
      grants: {
        identity: ann.client('page-1').replace('client:', ''),
        voice: {
          incoming: { allow: true },
          outgoing: { application_sid: [...provider.applications.keys()][0] },
        },
      },
    });
    expect(claims.exp - claims.iat).toBe(600);
  });
});

withDatabase('the reconciliation with the provider', (open) => {
  const start = testWorlds(open);

  it('ends legs of ended calls and fetches a recording whose callback was lost', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId } = await connectCaller(world, ann);
    await reportConferenceStarted(world, callId);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    setProviderCall(world, CALLER.CallSid);
    const sid = `RE${'d'.repeat(32)}`;
    world.provider.recordings.set(sid, new Uint8Array(100));
    world.provider.conferences.set(`call-${callId}`, {
      sid: 'CFconference1',
      status: 'completed',
      recordings: [sid],
    });

    world.clock.advance(16_000);
    await world.work.reconcile();
    await world.settle();
    expect(world.provider.calls.get(CALLER.CallSid)?.endedAt).not.toBeNull();
    await world.work.reconcile();
    await world.settle();
    expect((await world.legsOf(callId)).every(({ ended_at }) => ended_at !== null)).toBe(true);
    const rows = await world.db.select().from(recordings).where(eq(recordings.call_id, callId));
    expect(rows).toMatchObject([{ provider_sid: sid, status: 'complete' }]);
  });

  it('runs periodically and makes up for lost callbacks', async () => {
    const world = await start({ reconcileEveryMs: 50 });
    const ann = await world.waiting('agent@demo.test');
    setProviderCall(world, CALLER.CallSid);
    const { ring, callId } = await connectCaller(world, ann);
    setProviderCall(world, ring.sid);
    const untilCall = (
      description: string,
      check: (call: Awaited<ReturnType<typeof world.call>>) => boolean,
    ) =>
      until(description, async () => {
        world.clock.advance(1_000);
        return check(await world.call(callId));
      });
    await untilCall('the call to be seen', ({ seen_at }) => seen_at !== null);
    for (const sid of [CALLER.CallSid, ring.sid]) setProviderCall(world, sid, { status: 'completed' });
    await untilCall('the call to end', ({ status }) => status === 'completed');
    await until('all legs to end', async () => {
      world.clock.advance(1_000);
      return (await world.legsOf(callId)).every(({ ended_at }) => ended_at !== null);
    });
  });
});
