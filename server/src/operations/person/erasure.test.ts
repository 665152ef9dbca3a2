import { eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type AdminDeps, runAdmin } from '../../command-line/run.ts';
import { addEndpoint } from '../../integrations/webhooks/endpoints.ts';
import { dispatchDueEvents } from '../../integrations/webhooks/webhook-events.ts';
import {
  calls,
  effects,
  leadImports,
  leads,
  messages,
  numbers,
  recordingPauses,
  recordings,
  routingDecisions,
  users,
  webhookEvents,
} from '../../platform/database/schema.ts';
import { dumpDatabase } from '../../testing/app/person-data.ts';
import { firstRow } from '../../testing/app/rows.ts';
import { TEST_SECRETS } from '../../testing/app/secrets.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { requestJson, upload } from '../../testing/world/edge.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const PHONE = '+14155552600';
const KEY = { authorization: 'Bearer demo-100' };
const CONSENT = { channel: 'both', text: 'I agree to Redfern calls.', ip: '203.0.113.77' };
const PERSON = ['--account', '100', '--number', PHONE];

function adminOf({ db, clock, dataFolder }: TestWorld) {
  const deps = { db, now: clock.now, recordingsFolder: dataFolder, secrets: TEST_SECRETS } as AdminDeps;
  return (...line: string[]) => runAdmin(deps, [...line, '--json'], 'ada');
}

/** Adds an imported lead with a call, a recording, a text and webhook events. */
async function addKnownPerson(world: TestWorld) {
  const { db, clock, provider } = world;
  await addEndpoint(db, TEST_SECRETS, 100, { url: 'https://example.com/hook' });
  const posted = await upload(world, `phone_number,fname,lname\n${PHONE},Ada,Redfern\n`, KEY);
  const importId = posted.body.import?.id;
  await world.settle();
  const imported = await requestJson(world.base(), 'GET', `/api/v1/leads/imports/${importId}`, KEY);
  expect(imported.body).toMatchObject({ import: { status: 'complete' } });
  const { lines } = imported.body;
  const { body } = await world.postLead(
    { phone_number: PHONE, consent: CONSENT },
    { 'idempotency-key': 'ada@redfern.test' },
  );
  const callId = Number(body['call_id']);
  expect((await world.call(callId)).ended_at).not.toBeNull();
  const lead = await firstRow(db.select().from(leads).where(eq(leads.phone_number, PHONE)));
  const line = await firstRow(db.select().from(numbers).where(eq(numbers.account_id, 100)));
  const recording = `RE${'a'.repeat(32)}`;
  provider.recordings.set(recording, new Uint8Array(44));
  await db.insert(recordings).values({ call_id: callId, provider_sid: recording, status: 'complete' });
  const agent = await firstRow(db.select().from(users).where(eq(users.account_id, 100)));
  await db
    .insert(recordingPauses)
    .values({ call_id: callId, user_id: agent.id, paused_at: new Date(clock.now()) });
  const text = { from: line.phone_number, to: PHONE, body: 'Hello Ada' };
  const sid = `SM${'b'.repeat(32)}`;
  provider.texts.push({ ...text, sid, createdAt: new Date() });
  await db.insert(messages).values({
    account_id: 100,
    lead_id: lead.id,
    from_number: text.from,
    to_number: text.to,
    body: text.body,
    status: 'sent',
    provider_sid: sid,
  });
  clock.advance(3_600_000);
  while ((await dispatchDueEvents(db, clock.now())) > 0);
  return { lead, callId, recording, importId, lines };
}

withDatabase('a person', (open) => {
  const start = testWorlds(open);

  it('is exported and erased everywhere, including at the provider', async () => {
    const world = await start();
    const { db, provider } = world;
    const admin = adminOf(world);
    const { callId, importId } = await addKnownPerson(world);
    const exported = JSON.parse((await admin('person', 'export', ...PERSON)).out) as Record<
      string,
      unknown[]
    >;
    for (const part of [
      'routing_decisions',
      'import_lines',
      'lead_consents',
      'outward_events',
      'messages',
      'recordings',
      'recording_pauses',
      'planned_calls',
    ])
      expect([part, exported[part]?.length ?? 0]).not.toEqual([part, 0]);
    expect(JSON.stringify(exported['outward_events'])).toContain('Redfern');

    // The first attempts at the provider fail.
    provider.faults.push({ kind: 'removeRecording', fault: 'fail' }, { kind: 'removeText', fault: 'fail' });
    const erased = await admin('person', 'erase', ...PERSON, '--yes');
    expect([erased.code, erased.err]).toEqual([0, '']);
    expect(await db.$count(recordingPauses)).toBe(0);
    const left = await dumpDatabase(db);
    for (const part of [PHONE.slice(1), 'Redfern', 'Hello Ada', 'ada@redfern.test', CONSENT.ip])
      expect(left).not.toContain(part);
    expect(await db.select().from(routingDecisions).where(eq(routingDecisions.call_id, callId))).toEqual([]);
    expect(await db.select().from(webhookEvents).where(eq(webhookEvents.call_id, callId))).toEqual([]);
    const report = await requestJson(world.base(), 'GET', `/api/v1/leads/imports/${importId}`, KEY);
    expect(report.body).toMatchObject({
      import: { lines: 1, taken: 1 },
      lines: [{ line: 2, lead_id: null, outcome: 'erased', reason: 'The person was erased.' }],
    });

    await world.settle();
    expect([provider.recordings.size, provider.texts.length]).toEqual([1, 1]);
    await world.advance(60_000);
    expect([provider.recordings.size, provider.texts.length]).toEqual([0, 0]);
    const waiting = await db.select().from(effects).where(isNull(effects.done_at));
    expect(waiting.filter(({ kind }) => kind.startsWith('forget'))).toEqual([]);
    expect(provider.requests('removeRecording')).toHaveLength(2);
  });

  it('is not stored again by a late provider callback', async () => {
    const world = await start();
    const { callId } = await addKnownPerson(world);
    await adminOf(world)('person', 'erase', ...PERSON, '--yes');
    const late = `RE${'c'.repeat(32)}`;
    world.provider.recordings.set(late, new Uint8Array(44));
    const form = { RecordingSid: late, RecordingStatus: 'completed', RecordingDuration: '9' };
    await world.webhook(`/twilio/status/recording?call_id=${callId}`, form);
    expect(world.provider.recordings.has(late)).toBe(false);
    expect(await world.db.select().from(recordings).where(eq(recordings.call_id, callId))).toEqual([]);
  });

  it('is not erased during a lead import', async () => {
    const world = await start();
    await addKnownPerson(world);
    await world.db.insert(leadImports).values({
      account_id: 100,
      status: 'running',
      claimed_by: 'x',
      claimed_until: new Date(Date.now() + 1e9),
    });
    expect(await adminOf(world)('person', 'erase', ...PERSON, '--yes')).toMatchObject({
      code: 1,
      err: 'A lead import is running for this account. Try again after it ends.\n',
    });
    expect(await world.db.select().from(calls).where(eq(calls.phone_number, PHONE))).not.toEqual([]);
  });
});
