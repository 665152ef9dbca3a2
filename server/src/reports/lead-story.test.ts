import type { LeadStory } from '@offhook/contract/leads/lead-story';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import { insert } from '../platform/database/database.ts';
import {
  calls,
  callUsers,
  leads,
  messages,
  notes,
  profiles,
  recordings,
  scheduledCalls,
  teams,
  users,
} from '../platform/database/schema.ts';
import { authorizeRecording } from '../recordings/recordings.ts';
import { type Browser, openTestApp } from '../testing/app/app.ts';
import { ACCOUNT, addCall, addPastCall, change, firstRow, userOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';

withDatabase('the story of a lead', (open) => {
  /** `plain` is offered a call with a lead. A colleague called the lead once. */
  async function opened(fields: Partial<typeof calls.$inferInsert> = {}) {
    const app = await openTestApp(open);
    const { db } = app;
    const [plain, colleague] = [await userOf(db, 'plain@demo.test'), await userOf(db, 'agent2@demo.test')];
    const team = await insert(db, teams, { account_id: ACCOUNT, name: 'Roofs' });
    const profile = await insert(db, profiles, { account_id: ACCOUNT, team_id: team.id });
    const lead = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: '+16195550142',
      label: 'Dana Whitlock',
    });
    const of = { lead_id: lead.id, team_id: team.id, profile_id: profile.id };
    const past = await addPastCall(db, colleague.id, { ...of, seconds: 42, result: 'voicemail' });
    const call = await addCall(db, { status: 'ringing', ...of, ...fields });
    const part = { call_id: call.id, user_id: plain.id, type: 'lead' } as const;
    const { id } = await addCallUser(db, { ...part, status: 'ringing' });
    const agent = await app.as('plain@demo.test');
    const path = `/api/v1/callusers/${id}/lead-story`;
    return { app, db, agent, path, plain, colleague, profile, lead, past, call, id, of };
  }

  async function storyOf(agent: Browser, path: string): Promise<LeadStory> {
    const { status, body } = await agent.get(path);
    expect(status).toBe(200);
    return (body as unknown as { story: LeadStory }).story;
  }

  it('has earlier calls with number, result, agent and notes, newest first', async () => {
    const { db, agent, path, plain, colleague, past, of } = await opened();
    await insert(db, notes, { call_id: past.id, user_id: colleague.id, content: 'Left two visit dates.' });
    await addCall(db, { status: 'missed', ...of, ended_at: new Date() });
    const inbound = await addPastCall(db, plain.id, { ...of, direction: 'inbound', type: 'inbound' });
    const second = await addPastCall(db, plain.id, { ...of, result: 'contacted' });
    const story = await storyOf(agent, path);
    const note = { content: 'Left two visit dates.', agent: colleague.full_name, at: expect.any(String) };
    expect(story).toMatchObject({ attempts: 2, call_count: 3, last_note: note });
    expect(story.calls).toMatchObject([
      { id: second.id, number: 2, result: 'contacted', agent: plain.full_name, notes: [] },
      { id: inbound.id, number: null, direction: 'inbound' },
      { id: past.id, number: 1, seconds: 42, result: 'voicemail', agent: colleague.full_name, notes: [note] },
    ]);
  });

  it('has at most the newest 50 calls and texts, and counts all', async () => {
    const { db, agent, path, plain, of, lead } = await opened();
    for (let count = 0; count < 60; count += 1) {
      await addPastCall(db, plain.id, of);
      await insert(db, messages, {
        account_id: ACCOUNT,
        lead_id: lead.id,
        from_number: '+14155550199',
        to_number: lead.phone_number,
        body: `Text ${count}`,
        status: 'sent',
      });
    }
    const story = await storyOf(agent, path);
    expect(story).toMatchObject({ attempts: 61, call_count: 61, text_count: 60 });
    expect([story.calls.length, story.calls[0]?.number]).toEqual([50, 61]);
    expect([story.texts.length, story.texts[0]?.body]).toEqual([50, 'Text 59']);
  });

  it('has what the form contained, and when the lead came in', async () => {
    const { db, agent, path, lead } = await opened();
    expect(await storyOf(agent, path)).toMatchObject({
      arrived_at: lead.created_at.toISOString(),
      form: null,
      fields: [],
    });
    const form_at = new Date('2026-11-24T18:41:00Z');
    await change(db, leads, lead.id, { form: 'Solar form', form_at, fields: [['Roof', 'Flat']] });
    expect(await storyOf(agent, path)).toMatchObject({
      arrived_at: form_at.toISOString(),
      form: 'Solar form',
      fields: [{ name: 'Roof', value: 'Flat' }],
    });
  });

  it('has the lead’s time zone, else that of the number’s area', async () => {
    const { db, agent, path, lead } = await opened();
    expect((await storyOf(agent, path)).time_zone).toBe('America/Los_Angeles');
    await change(db, leads, lead.id, { time_zone: 'Asia/Kolkata' });
    expect((await storyOf(agent, path)).time_zone).toBe('Asia/Kolkata');
    await change(db, leads, lead.id, { time_zone: null, phone_number: '+18005550142' });
    expect((await storyOf(agent, path)).time_zone).toBeNull();
  });

  it('has the follow-up that an unanswered call leads to, until the lead answers', async () => {
    const { db, agent, path, profile, lead, call } = await opened({ lead_retry: 1 });
    expect((await storyOf(agent, path)).next_call).toBeNull();
    await change(db, profiles, profile.id, { followup_minutes: [60, 1440, 2880, 4320] });
    expect((await storyOf(agent, path)).next_call).toMatchObject({
      follow_up: 2,
      follow_ups: 4,
      if_unreached: true,
    });
    await change(db, calls, call.id, { talk_started_at: new Date() });
    expect((await storyOf(agent, path)).next_call).toBeNull();
    const due_at = new Date('2026-12-04T18:00:00Z');
    await insert(db, scheduledCalls, {
      account_id: ACCOUNT,
      lead_id: lead.id,
      due_at,
      reason: '',
      requested_at: due_at,
    });
    expect((await storyOf(agent, path)).next_call).toMatchObject({
      at: due_at.toISOString(),
      follow_up: null,
      if_unreached: false,
    });
  });

  it('has the team’s script', async () => {
    const { db, agent, path, profile } = await opened();
    expect((await storyOf(agent, path)).script).toBeNull();
    await change(db, profiles, profile.id, { script: '# Hi {fname}' });
    expect((await storyOf(agent, path)).script).toEqual({ team: 'Roofs', markdown: '# Hi {fname}' });
  });

  it('of a call without a lead has only the script', async () => {
    const { db, agent, path, profile, call } = await opened();
    await change(db, calls, call.id, { lead_id: null });
    await change(db, profiles, profile.id, { script: 'Hello' });
    expect(await storyOf(agent, path)).toMatchObject({
      arrived_at: null,
      calls: [],
      script: { markdown: 'Hello' },
    });
  });

  describe('of an unknown caller', () => {
    const CALLER = '+16195550177';
    const inbound = { type: 'inbound', direction: 'inbound', lead_id: null, phone_number: CALLER } as const;

    it('has the number, its local time and its earlier calls with result and notes', async () => {
      const { db, agent, path, colleague, call, of } = await opened();
      await change(db, calls, call.id, inbound);
      const answered = await addPastCall(db, colleague.id, { ...of, ...inbound, result: 'contacted' });
      await insert(db, notes, { call_id: answered.id, user_id: colleague.id, content: 'Wants a quote.' });
      const hungUp = await addCall(db, { ...of, ...inbound, status: 'missed', ended_at: new Date() });
      await addPastCall(db, colleague.id, { ...of, ...inbound, phone_number: '+16195550178' });
      const note = { content: 'Wants a quote.', agent: colleague.full_name, at: expect.any(String) };
      expect(await storyOf(agent, path)).toMatchObject({
        caller_number: '(619) 555-0177',
        arrived_at: null,
        time_zone: 'America/Los_Angeles',
        attempts: 0,
        call_count: 2,
        calls: [
          { id: hungUp.id, number: null, status: 'missed', agent: null },
          { id: answered.id, result: 'contacted', agent: colleague.full_name, notes: [note] },
        ],
        last_note: note,
        texts: [],
        next_call: null,
      });
    });

    it('has no calls of another account', async () => {
      const { db, agent, path, call, of } = await opened();
      await change(db, calls, call.id, inbound);
      const ended_at = new Date();
      await addCall(db, { ...of, ...inbound, account_id: 200, status: 'missed', ended_at });
      expect(await storyOf(agent, path)).toMatchObject({ call_count: 0, calls: [] });
    });

    it.each([null, 'anonymous'])('has nothing if the number is withheld (%s)', async (phone_number) => {
      const { db, agent, path, call, of } = await opened();
      await change(db, calls, call.id, { ...inbound, phone_number });
      await addCall(db, { ...of, ...inbound, phone_number, status: 'missed', ended_at: new Date() });
      expect(await storyOf(agent, path)).toMatchObject({ caller_number: null, time_zone: null, calls: [] });
    });

    it('keeps those calls when the caller becomes a lead', async () => {
      const { db, agent, path, colleague, call, lead, past, of } = await opened();
      await change(db, leads, lead.id, { phone_number: CALLER });
      await change(db, calls, call.id, { ...inbound, lead_id: lead.id });
      const earlier = await addPastCall(db, colleague.id, { ...of, ...inbound });
      const story = await storyOf(agent, path);
      expect(story).toMatchObject({ caller_number: null, call_count: 2 });
      expect(story.calls.map(({ id }) => id)).toEqual([earlier.id, past.id]);
    });
  });

  it('is readable only by the agent who is being offered the call or is in it', async () => {
    const { app, db, agent, path, id } = await opened();
    for (const email of ['agent2@demo.test', 'supervisor@demo.test', 'agent@200.test'])
      expect((await (await app.as(email)).get(path)).status).toBe(404);
    await change(db, callUsers, id, { status: 'accepted', accepted_at: new Date() });
    expect((await agent.get(path)).status).toBe(200);
    await change(db, callUsers, id, { status: 'ended', ended_at: new Date() });
    expect((await agent.get(path)).status).toBe(404);
  });

  it('has a colleague’s recording only if the team shares it, which can be heard while the call lasts', async () => {
    const { db, agent, path, plain, profile, past, id, of } = await opened();
    const file = { status: 'complete', path: 'a.wav', agent_channel: 2 } as const;
    const recording = await insert(db, recordings, { call_id: past.id, ...file });
    const own = await addPastCall(db, plain.id, of);
    const ownRecording = await insert(db, recordings, { call_id: own.id, ...file, agent_channel: 1 });
    const [user] = await db.select().from(users).where(eq(users.id, plain.id));
    const hear = (recordingId: number) =>
      authorizeRecording(db, { ...user, country_code: 'US' } as never, recordingId).then(
        () => 'heard',
        ({ code }) => code,
      );
    const recordingsOf = async () => (await storyOf(agent, path)).calls.map(({ recording }) => recording);
    const url = ({ id: of }: { id: number }) => `/api/v1/recordings/${of}.wav`;
    const ownPart = { url: url(ownRecording), agent_channel: 0, is_own: true };
    expect(await recordingsOf()).toEqual([ownPart, null]);
    expect([await hear(recording.id), await hear(ownRecording.id)]).toEqual(['forbidden', 'heard']);

    await change(db, profiles, profile.id, { shares_recordings: true });
    expect(await recordingsOf()).toEqual([ownPart, { url: url(recording), agent_channel: 1, is_own: false }]);
    expect(await hear(recording.id)).toBe('heard');
    await change(db, callUsers, id, { status: 'ended', ended_at: new Date() });
    expect([await hear(recording.id), await hear(ownRecording.id)]).toEqual(['forbidden', 'heard']);
  });

  it('does not open a shared recording of another lead', async () => {
    const { db, plain, colleague, profile, of } = await opened();
    await change(db, profiles, profile.id, { shares_recordings: true });
    const other = await insert(db, leads, {
      account_id: ACCOUNT,
      phone_number: '+16195550143',
      label: 'Lee',
    });
    const past = await addPastCall(db, colleague.id, { ...of, lead_id: other.id });
    const file = { call_id: past.id, status: 'complete', path: 'a.wav' } as const;
    const { id } = await insert(db, recordings, file);
    const user = await firstRow(
      db
        .select()
        .from(users)
        .where(and(eq(users.id, plain.id), eq(users.account_id, ACCOUNT))),
    );
    await expect(authorizeRecording(db, { ...user, country_code: 'US' } as never, id)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
