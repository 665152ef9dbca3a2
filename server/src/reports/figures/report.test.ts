import { LEAD_OUTCOMES } from '@offhook/contract/console/report-entities';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryRows } from '../../platform/database/database.ts';
import {
  accounts,
  calls,
  leads,
  messages,
  numbers,
  reportBuckets,
  teamMembers,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { ACCOUNT, change, find } from '../../testing/app/rows.ts';
import { withDatabase } from '../../testing/database/database.ts';
import {
  addRandomCalls,
  checkReports,
  expectRecount,
  reportsOf,
  SPAN,
  supervisorOf,
} from '../../testing/reports/check-reports.ts';
import { addRandomCall, createRandom } from '../../testing/reports/random-calls.ts';
import { matchesCallFilters } from '../filters/call-filters.ts';
import { readToday } from './board-today.ts';
import { buildBuckets } from './build-buckets.ts';

const PERIOD = { from: '2025-10-31', to: '2025-11-03' };
const ZONE = 'America/New_York';
const ALL_HOURS = { hours: 200 };

withDatabase('a report', (open) => {
  it('equals a recount of the rows after every late change, with any buckets built or not', async () => {
    const { db } = await open({ demo: true });
    const [seed = 1] = fc.sample(fc.integer(), 1);
    await checkReports(db, seed);
  });

  it('counts a text by its lead’s source and its call’s team, also when they change after its hour was stored', async () => {
    const { db } = await open({ demo: true });
    await change(db, accounts, ACCOUNT, { time_zone: ZONE });
    const account = await addRandomCalls(db, createRandom(7), 12, SPAN);
    const all = await find(db, calls, eq(calls.account_id, ACCOUNT));
    const [called] = all
      .filter((one) => one.lead_id !== null)
      .sort((a, b) => a.started_at.getTime() - b.started_at.getTime());
    const team_id = account.teams.find((id) => id !== called?.team_id);
    if (!called?.lead_id || team_id === undefined) throw new Error('no call of a lead, or no other team');
    await db.insert(messages).values({
      account_id: ACCOUNT,
      lead_id: called.lead_id,
      direction: 'outbound',
      call_id: called.id,
      from_number: '+14155550000',
      to_number: '+14155550001',
      body: 'Hello',
      status: 'sent',
      created_at: new Date(called.started_at.getTime() + 5 * 3_600_000),
    });
    const period = { from: '2025-10-30', to: '2025-11-05' };
    await buildBuckets(db, ALL_HOURS);
    await change(db, leads, called.lead_id, { form: 'Landing page' });
    await expectRecount(db, reportsOf(db), { ...period, source: 'form:Landing page' }, ZONE);
    await buildBuckets(db, ALL_HOURS);
    await change(db, calls, called.id, { team_id });
    await expectRecount(db, reportsOf(db), { ...period, team_id }, ZONE);
  });

  it('includes changes of transactions that ran while their hour was registered and built', async () => {
    const { db, kind } = await open({ demo: true });
    await change(db, accounts, ACCOUNT, { time_zone: ZONE });
    await addRandomCalls(db, createRandom(7), 12, SPAN);
    const [call, other] = await find(db, calls, eq(calls.account_id, ACCOUNT));
    const readyHours = () =>
      queryRows(db, sql`select start from ${reportBuckets} where level = 1 and built_at is not null`);
    const remove = { result: 'removed' } as const;
    // The embedded database has one connection, so no transaction can run beside the builder.
    if (kind === 'postgres') {
      await db.transaction(async (tx) => {
        await tx
          .update(calls)
          .set(remove)
          .where(eq(calls.id, call?.id ?? 0));
        await buildBuckets(db, ALL_HOURS);
        expect(await readyHours()).toEqual([]);
      });
    }
    await buildBuckets(db, ALL_HOURS);
    expect((await readyHours()).length).toBeGreaterThan(48);
    await expectRecount(db, reportsOf(db), PERIOD, ZONE);
    if (kind === 'postgres') {
      await db.transaction(async (tx) => {
        await tx
          .update(calls)
          .set(remove)
          .where(eq(calls.id, other?.id ?? 0));
        await buildBuckets(db, ALL_HOURS);
      });
      await expectRecount(db, reportsOf(db), PERIOD, ZONE);
    }
  });

  it('has more to store until a round has stored all of its hours', async () => {
    const { db } = await open({ demo: true });
    await addRandomCalls(db, createRandom(9), 12, SPAN);
    // Hours wait for transactions of the whole database server, so for those of other tests too.
    await expect.poll(() => buildBuckets(db, { hours: 12 })).toMatchObject({ isFull: true });
    await expect.poll(async () => (await buildBuckets(db, ALL_HOURS)).isFull).toBe(false);
    await expect.poll(() => buildBuckets(db, ALL_HOURS)).toEqual({ built: 0, isFull: false });
  });

  it('reads stored figures of whole days, and counts them again in a new time zone', async () => {
    const { db } = await open({ demo: true });
    await change(db, accounts, ACCOUNT, { time_zone: ZONE });
    await addRandomCalls(db, createRandom(8), 12, SPAN);
    const days = () => queryRows(db, sql`select start from ${reportBuckets} where level = 24`);
    const storedDays = async () => {
      await buildBuckets(db, ALL_HOURS);
      return (await days()).length;
    };
    await expect.poll(storedDays).toBeGreaterThan(1);
    // Only a report that reads the stored figures shows this.
    await db.execute(sql`update report_figures set calls = calls + 1000 where level = 24`);
    const user = await supervisorOf(db);
    expect((await reportsOf(db)(user, PERIOD)).current.calls).toBeGreaterThan(1_000);
    await change(db, accounts, ACCOUNT, { time_zone: 'Asia/Kolkata' });
    expect(await days()).toEqual([]);
    await expectRecount(db, reportsOf(db), PERIOD, 'Asia/Kolkata');
  });

  it('counts the leads that the list of calls finds by outcome, of each source, team, number and agent', async () => {
    const { db } = await open({ demo: true });
    await change(db, accounts, ACCOUNT, { time_zone: 'UTC' });
    const random = createRandom(12);
    const account = await addRandomCalls(db, random, 60, SPAN);
    const first = await find(db, calls, sql`account_id = ${ACCOUNT} and lead_id is not null and id % 2 = 0`);
    for (const call of first) await addRandomCall(db, random, account, SPAN, call);
    const user = await supervisorOf(db);
    const read = reportsOf(db);
    const { current, sources, teams: ofTeams, numbers: ofNumbers, agents } = await read(user, PERIOD);
    const [agent] = agents;
    if (!agent) throw new Error('no agent had a lead');
    const withAgent = await read(user, { ...PERIOD, agent_id: agent.id });
    const last_agent_id = agent.id;
    const checked = [
      [{}, current],
      ...sources.map((one) => [{ source: one.key }, one] as const),
      ...ofTeams.flatMap((one) => (one.id === null ? [] : [[{ team_id: one.id }, one] as const])),
      ...ofNumbers.flatMap((one) => (one.id === null ? [] : [[{ number_id: one.id }, one] as const])),
      ...agents.map((one) => [{ last_agent_id: one.id }, one] as const),
      [{ last_agent_id }, withAgent.current],
      ...withAgent.sources.map((one) => [{ last_agent_id, source: one.key }, one] as const),
    ] as const;
    for (const [filter, counts] of checked)
      for (const outcome of LEAD_OUTCOMES) {
        const filters = {
          search: '',
          ...filter,
          outcome,
          from: '2025-10-31T00:00Z',
          to: '2025-11-04T00:00Z',
        };
        const rows = await db
          .select({ id: calls.id })
          .from(calls)
          .leftJoin(leads, eq(leads.id, calls.lead_id))
          .where(matchesCallFilters(user, filters));
        expect(rows.length, `${JSON.stringify(filter)} ${outcome}`).toBe(counts[outcome]);
      }
    expect(LEAD_OUTCOMES.filter((outcome) => current[outcome] === 0)).toEqual([]);
  });

  it('is of one account, and rejects ids of another', async () => {
    const { db } = await open({ demo: true });
    await addRandomCalls(db, createRandom(9), 5, SPAN);
    const readReport = reportsOf(db);
    const stranger = (await find(db, users, sql`account_id <> ${ACCOUNT}`))[0];
    if (!stranger) throw new Error('the demo has one account');
    const user = { ...(await supervisorOf(db)), account_id: stranger.account_id };
    expect((await readReport(user, PERIOD)).current.calls).toBe(0);
    const [team] = await find(db, teams, eq(teams.account_id, stranger.account_id));
    const [number] = await find(db, numbers, eq(numbers.account_id, stranger.account_id));
    const own = await supervisorOf(db);
    for (const filter of [{ team_id: team?.id }, { agent_id: stranger.id }, { number_id: number?.id }])
      await expect(readReport(own, { ...PERIOD, ...filter })).rejects.toThrow('notFound');
  });

  it('of today agrees with the board', async () => {
    const { db } = await open({ demo: true });
    await change(db, accounts, ACCOUNT, { time_zone: ZONE });
    const account = await addRandomCalls(db, createRandom(10), 40, SPAN);
    const [team_id = 0] = account.teams;
    const user = await supervisorOf(db);
    const noon = Date.UTC(2025, 10, 2, 17);
    for (const query of [{}, { team_id }]) {
      const report = await reportsOf(db)(user, { from: '2025-11-02', to: '2025-11-02', ...query });
      const { current } = report;
      const today = await readToday(
        db,
        ACCOUNT,
        query.team_id === undefined ? null : [query.team_id],
        ZONE,
        noon,
      );
      expect(current.leads).toBeGreaterThan(0);
      expect(today).toMatchObject({
        leads: current.leads,
        contacted: current.contacted,
        missed: current.missed + current.voicemail,
        removed: current.removed,
        contact_rate: current.contact_rate,
        speed: current.speed,
        steps: report.steps,
        lost: report.lost,
      });
      expect(today.hours.map(({ hour }) => hour)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    }
  });

  it('of today agrees with the board of a supervisor of given teams', async () => {
    const { db } = await open({ demo: true });
    await change(db, accounts, ACCOUNT, { time_zone: ZONE });
    const account = await addRandomCalls(db, createRandom(10), 40, SPAN);
    const supervised = account.teams.slice(0, 2);
    const user = { ...(await supervisorOf(db)), supervised_team_ids: supervised };
    const { current, steps } = await reportsOf(db)(user, { from: '2025-11-02', to: '2025-11-02' });
    const today = await readToday(db, ACCOUNT, supervised, ZONE, Date.UTC(2025, 10, 2, 17));
    expect(current.leads).toBeGreaterThan(0);
    expect(today).toMatchObject({
      leads: current.leads,
      contacted: current.contacted,
      speed: current.speed,
      steps,
    });
  });

  it('offers a supervisor of given teams only these teams, their agents and numbers', async () => {
    const { db } = await open({ demo: true });
    const all = await supervisorOf(db);
    const account = await addRandomCalls(db, createRandom(11), 10, SPAN);
    const [own = 0, other = 0] = account.teams;
    const user = { ...all, supervised_team_ids: [own] };
    const { choices } = await reportsOf(db)(user, PERIOD);
    const members = await db.select().from(teamMembers).where(eq(teamMembers.team_id, own));
    const lines = await db.select().from(numbers).where(eq(numbers.team_id, own));
    const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort();
    expect(ids(choices.teams)).toEqual([own]);
    expect(ids(choices.agents)).toEqual(members.map(({ user_id }) => user_id).sort());
    expect(ids(choices.numbers)).toEqual(ids(lines));
    const outside = (await reportsOf(db)(all, PERIOD)).choices;
    const agent_id = outside.agents.find(({ id }) => !ids(choices.agents).includes(id))?.id ?? 0;
    const number_id = outside.numbers.find(({ id }) => !ids(lines).includes(id))?.id ?? 0;
    for (const query of [{ team_id: other }, { agent_id }, { number_id }])
      await expect(reportsOf(db)(user, { ...PERIOD, ...query })).rejects.toThrow('notFound');
  });

  it('with two filters has at most 31 days', async () => {
    const { db } = await open({ demo: true });
    const user = await supervisorOf(db);
    const query = { from: '2025-10-01', to: '2025-11-01', source: 'intake', agent_id: user.id };
    await expect(reportsOf(db)(user, query)).rejects.toThrow('periodTooLong');
  });
});
