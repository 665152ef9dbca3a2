import type { OwnDay } from '@offhook/contract/agent/own-day';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addCallUser } from '../platform/database/call-users.ts';
import { type Database, insert } from '../platform/database/database.ts';
import { agentStatusIntervals, type calls, callUsers, leads, users } from '../platform/database/schema.ts';
import { openTestApp } from '../testing/app/app.ts';
import { ACCOUNT, addCall, change, userOf } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { readOwnDay } from './own-day.ts';

const MINUTE_MS = 60_000;
/** 20:00 on March 2 in New York. */
const NOW = Date.parse('2026-03-03T01:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE_MS);

const NOTHING: OwnDay = {
  date: '2026-03-02',
  calls_made: 0,
  calls_taken: 0,
  talk_seconds: 0,
  leads_reached: 0,
  missed_rings: 0,
  break_seconds: 0,
  results: [],
};

withDatabase('an agent’s day', (open) => {
  async function openDay() {
    const app = await openTestApp(open);
    const { db } = app;
    const agent = await userOf(db, 'plain@demo.test');
    await change(db, users, agent.id, { time_zone: 'America/New_York' });
    const read = () => readOwnDay({ db, clock: { ...app.clock, now: () => NOW } }, agent.id);
    return { ...app, db, agent, read, addPart: addPartOf(db, agent.id) };
  }

  type Part = Partial<typeof callUsers.$inferInsert>;
  const addPartOf =
    (db: Database, user_id: number) =>
    async (minutes: number, call: Partial<typeof calls.$inferInsert>, part: Part = {}) => {
      const { id, type } = await addCall(db, { status: 'completed', phone_number: '+14155550100', ...call });
      await addCallUser(db, {
        call_id: id,
        user_id,
        type,
        status: 'ended',
        ended_at: minutesAgo(minutes - 4),
        ...part,
      });
      await change(db, callUsers, eq(callUsers.call_id, id), {
        created_at: minutesAgo(minutes),
        ...(part.status === undefined && { accepted_at: minutesAgo(minutes) }),
      });
    };
  const addLead = (db: Database, phone_number: string) =>
    insert(db, leads, { account_id: ACCOUNT, phone_number, label: phone_number });

  it('is empty before the first call', async () => {
    expect(await (await openDay()).read()).toEqual(NOTHING);
  });

  it('counts the agent’s own calls, talk time, leads and results since their midnight', async () => {
    const { db, addPart, read, agent } = await openDay();
    const one = await addLead(db, '+14155550171');
    const two = await addLead(db, '+14155550172');
    const talked = (minutes: number) => ({ talk_started_at: minutesAgo(minutes - 1) });
    await addPart(60, { lead_id: one.id, ...talked(60) }, { result: 'contacted' });
    await addPart(50, { lead_id: one.id, ...talked(50) }, { result: 'contacted' });
    await addPart(40, { lead_id: two.id, ...talked(40) }, { result: 'voicemail' });
    await addPart(30, { type: 'inbound', direction: 'inbound', lead_id: two.id, ...talked(30) });
    await addPart(20, { type: 'listen', ...talked(20) });
    await addPart(15, { type: 'conference', phone_number: null, ...talked(15) }, { result: 'contacted' });
    await addPart(10, { lead_id: two.id }, { status: 'missed', accepted_at: null });
    await addPart(9, { lead_id: two.id }, { status: 'ignored', accepted_at: null });
    // Consulted by a colleague, but never connected to the lead.
    const consulted = { type: 'transfer', consults: true, accepted_at: minutesAgo(8) } as const;
    await addPart(8, { lead_id: one.id, ...talked(8) }, { ...consulted, status: 'withdrawn' });
    await addPart(7, { lead_id: one.id, ...talked(7) }, { ...consulted, status: 'accepted' });
    // Yesterday, 23:50 in New York.
    await addPart(20 * 60 + 10, { lead_id: two.id, ...talked(20 * 60 + 10) }, { result: 'contacted' });
    const of = { account_id: ACCOUNT, user_id: agent.id };
    const ended = (minutes: number) => ({
      started_at: minutesAgo(minutes),
      ended_at: minutesAgo(minutes - 10),
    });
    await db.insert(agentStatusIntervals).values([
      { ...of, status: 'break', ...ended(200) },
      { ...of, status: 'lunch', ...ended(100) },
      { ...of, status: 'training', ...ended(150) },
    ]);
    expect(await read()).toEqual({
      date: '2026-03-02',
      calls_made: 3,
      calls_taken: 1,
      talk_seconds: 5 * 180,
      leads_reached: 2,
      missed_rings: 1,
      break_seconds: 1_200,
      results: [
        { result: 'contacted', count: 2 },
        { result: 'voicemail', count: 1 },
      ],
    });
  });

  it('is only the agent’s own', async () => {
    const { db, addPart, as } = await openDay();
    const { id } = await userOf(db, 'agent2@demo.test');
    const readColleague = () => readOwnDay({ db, clock: { now: () => NOW } }, id);
    const before = await readColleague();
    await addPart(5, {});
    expect(await readColleague()).toEqual(before);
    const { body } = await (await as('agent2@demo.test')).get('/api/v1/user/day');
    expect(body).toMatchObject({ success: true, day: { calls_taken: expect.any(Number) } });
  });
});
