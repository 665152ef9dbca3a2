import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accounts, profiles, recordings } from '../platform/database/schema.ts';
import { withDatabase } from '../testing/database/database.ts';
import { pathOf } from '../testing/world/edge.ts';
import {
  CALLER,
  connectCaller,
  connectLead,
  reportInboundCall,
  reportJoined,
} from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace' };
const ANNOUNCEMENT = '<Say>This call is being recorded.</Say>';

type Settings = Partial<typeof profiles.$inferSelect>;

async function worldWithTeam(start: ReturnType<typeof testWorlds>, settings: Settings) {
  const world = await start();
  await world.db.update(profiles).set(settings);
  return world;
}

async function leadAnswers(world: TestWorld, person = LEAD) {
  const ann = await world.waiting('agent@demo.test');
  const { callId, ring, lead } = await connectLead(world, ann, person);
  return { callId, joined: ring.answer, lead, agent: ring.sid };
}

const announced = (world: TestWorld) =>
  world.provider.requests('hold').filter(({ fields }) => fields['AnnounceUrl'] !== undefined);

withDatabase('a team that announces recordings', (open) => {
  const start = testWorlds(open);

  it('announces to a lead that answers, but not to the agent who joins', async () => {
    const world = await worldWithTeam(start, { records: true, announces_recording: true });
    const { callId, joined, lead } = await leadAnswers(world);
    const [announcement] = announced(world);
    expect(announcement?.target).toBe(lead);
    expect(announcement?.fields['AnnounceUrl']).toContain('/twilio/announcement/recording');
    expect((await world.webhook('/twilio/announcement/recording', {})).body).toContain(ANNOUNCEMENT);
    expect(joined).toContain('record="record-from-start"');
    expect(joined).not.toContain('<Say>');
    await reportJoined(world, callId, lead);
    await world.settle();
    expect(announced(world)).toHaveLength(1);
  });

  it('announces in Spanish if the account’s language is Spanish', async () => {
    const world = await worldWithTeam(start, { records: true, announces_recording: true });
    await world.db.update(accounts).set({ language: 'es' });
    await leadAnswers(world);
    const [announcement] = announced(world);
    const words = '<Say language="es-US">Esta llamada se está grabando.</Say>';
    expect((await world.webhook(pathOf(announcement?.fields['AnnounceUrl']), {})).body).toContain(words);
    await world.waiting('agent2@demo.test');
    expect((await reportInboundCall(world)).body).toContain(`<Response>${words}<Dial>`);
  });

  it('announces again if the lead had not joined the conference yet', async () => {
    const world = await worldWithTeam(start, { records: true, announces_recording: true });
    world.provider.faults.push({ kind: 'hold', fault: 'missing' });
    await leadAnswers(world);
    expect(announced(world)).toHaveLength(1);
    await world.advance(1_000);
    expect(announced(world)).toHaveLength(2);
  });

  it('announces to a lead who joins 8 s after the answer because of a long extension', async () => {
    const world = await worldWithTeam(start, { records: true, announces_recording: true });
    const polls = 13;
    for (let poll = 0; poll < polls; poll += 1)
      world.provider.faults.push({ kind: 'hold', fault: 'missing' });
    await leadAnswers(world);
    for (let second = 0; second < 14; second += 0.5) await world.advance(500);
    expect(announced(world)).toHaveLength(polls + 1);
  });

  it('announces to a caller before the conversation, while the phones ring', async () => {
    const world = await worldWithTeam(start, { records: true, announces_recording: true });
    const ann = await world.waiting('agent@demo.test');
    const { body } = await reportInboundCall(world);
    expect(body).toContain(`<Response>${ANNOUNCEMENT}<Dial>`);
    await world.waitForRing(ann.id);
  });

  it('announces nothing while announcements are off', async () => {
    const world = await worldWithTeam(start, { records: true, announces_recording: false });
    const { joined } = await leadAnswers(world);
    await world.settle();
    expect(joined).toContain('record="record-from-start"');
    expect(announced(world)).toEqual([]);
  });
});

withDatabase('a team that announces recordings where the law requires it', (open) => {
  const start = testWorlds(open);
  const byRegion = { records: true, announces_recording: true, announces_by_region: true };
  const NEW_YORK = '+12125550141';

  it.each([
    ['California', LEAD.phone_number, 1],
    ['New York', NEW_YORK, 0],
  ])('announces to a lead only if required in %s', async (_place, phone_number, times) => {
    const world = await worldWithTeam(start, byRegion);
    await leadAnswers(world, { ...LEAD, phone_number });
    await world.settle();
    expect(announced(world)).toHaveLength(times);
  });

  it.each([
    ['California', '+14155550123', true],
    ['New York', NEW_YORK, false],
    ['a withheld number', 'anonymous', true],
  ])('announces to a caller only if required: %s', async (_place, From, expected) => {
    const world = await worldWithTeam(start, byRegion);
    await world.waiting('agent@demo.test');
    const first = (await reportInboundCall(world, { From })).body;
    // A repeated request after a lost response.
    const again = (await reportInboundCall(world, { From })).body;
    expect([first.includes(ANNOUNCEMENT), again.includes(ANNOUNCEMENT)]).toEqual([expected, expected]);
  });

  it.each([
    ['adds', { prefix: '+1212', announces: true }, NEW_YORK, true],
    ['removes', { prefix: '+1415', announces: false }, '+14155550123', false],
  ])('follows the account’s own list, which %s a region', async (_what, region, From, expected) => {
    const world = await worldWithTeam(start, byRegion);
    await world.db.update(accounts).set({ recording_regions: [region] });
    await world.waiting('agent@demo.test');
    const first = (await reportInboundCall(world, { From })).body;
    expect(first.includes(ANNOUNCEMENT)).toBe(expected);
  });
});

withDatabase('a team that does not record', (open) => {
  const start = testWorlds(open);

  it('neither records nor announces', async () => {
    const world = await worldWithTeam(start, { records: false, announces_recording: true });
    const { joined } = await leadAnswers(world);
    await world.settle();
    const { body } = await reportInboundCall(world);
    for (const twiml of [joined, body]) {
      expect(twiml).not.toContain('record-from-start');
      expect(twiml).not.toContain(ANNOUNCEMENT);
    }
    expect(announced(world)).toEqual([]);
  });
});

withDatabase('the agent’s channel of a recording', (open) => {
  const start = testWorlds(open);
  const recordingPath = (callId: number) => `/twilio/status/recording?call_id=${callId}`;
  const form = { RecordingSid: `RE${'d'.repeat(32)}`, RecordingStatus: 'in-progress' };
  const channel = async ({ db }: TestWorld) =>
    (await db.select().from(recordings).where(eq(recordings.provider_sid, form.RecordingSid)))[0]
      ?.agent_channel;

  it('is the first if the agent joined first, as with a lead', async () => {
    const world = await start();
    const { callId } = await leadAnswers(world);
    await world.webhook(recordingPath(callId), form);
    expect(await channel(world)).toBe(1);
  });

  describe('of an inbound call', () => {
    async function accepted(world: TestWorld) {
      const ann = await world.waiting('agent@demo.test');
      return connectCaller(world, ann);
    }

    it('is the second if the caller waited', async () => {
      const world = await start();
      const { callId, ring } = await accepted(world);
      await reportJoined(world, callId, CALLER.CallSid);
      world.clock.advance(1_000);
      await reportJoined(world, callId, ring.sid);
      await world.webhook(recordingPath(callId), form);
      expect(await channel(world)).toBe(2);
    });

    it('is the first if the agent joined while the caller heard the announcement', async () => {
      const world = await start();
      const { callId, ring } = await accepted(world);
      await world.webhook(recordingPath(callId), form);
      expect(await channel(world)).toBe(2);
      await reportJoined(world, callId, ring.sid);
      world.clock.advance(1_000);
      await reportJoined(world, callId, CALLER.CallSid);
      await world.webhook(recordingPath(callId), form);
      expect(await channel(world)).toBe(1);
    });
  });
});
