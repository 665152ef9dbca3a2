/** What a supervisor of given teams sees equals a recount of the rows that belong to these teams. */
import { supervises } from '@offhook/contract/accounts/permissions';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { calls, leads, teamMembers, teams, users } from '../platform/database/schema.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { ACCOUNT, change } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { addRandomCalls, SPAN, supervisorOf } from '../testing/reports/check-reports.ts';
import { createRandom } from '../testing/reports/random-calls.ts';
import { connectLead } from '../testing/world/provider-events.ts';
import { testWorlds } from '../testing/world/world.ts';
import { createBoards } from './board.ts';
import { countCalls, listCalls, readCall } from './calls.ts';
import { readCallBatches } from './export/calls-file.ts';
import { readLeadBatches } from './export/leads-file.ts';
import { readLeadTimeline } from './lead-timeline/lead-timeline.ts';
import { countLeads, listLeads, readLead } from './lead-views.ts';
import { readRouting } from './routing-record.ts';

const NO_FILTERS = { search: '' } as const;
const LIMIT = 100;
const LEAD = { phone_number: '+14155550100', fname: 'Grace', lname: 'Hopper' };

async function readAll<R extends { readonly id: number }>(
  batches: AsyncIterable<readonly R[]>,
): Promise<number[]> {
  const ids: number[] = [];
  for await (const rows of batches) ids.push(...rows.map(({ id }) => id));
  return ids.sort((a, b) => a - b);
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);

/** The rule again, from the rows, without SQL. */
async function recount(db: Database, user: SignedInUser) {
  const members = await db.select().from(teamMembers);
  const teamsOf = (id: number | null) =>
    members.filter(({ user_id }) => user_id === id).map(({ team_id }) => team_id);
  const allTeams = await db.select().from(teams).where(eq(teams.account_id, ACCOUNT));
  const byDefault = allTeams.find(({ is_default }) => is_default)?.id ?? null;
  const allCalls = await db.select().from(calls).where(eq(calls.account_id, ACCOUNT));
  const allLeads = await db.select().from(leads).where(eq(leads.account_id, ACCOUNT));
  const agents = await db.select().from(users).where(eq(users.account_id, ACCOUNT));
  return {
    calls: allCalls.filter(({ team_id, agent_id }) => supervises(user, [team_id, ...teamsOf(agent_id)])),
    otherCalls: allCalls.filter(
      ({ team_id, agent_id }) => !supervises(user, [team_id, ...teamsOf(agent_id)]),
    ),
    leads: allLeads.filter(({ team_id }) => supervises(user, [team_id ?? byDefault])),
    otherLeads: allLeads.filter(({ team_id }) => !supervises(user, [team_id ?? byDefault])),
    agents: agents.filter(({ id, active }) => active && supervises(user, teamsOf(id))),
  };
}

withDatabase('a supervisor of given teams', (open) => {
  const start = testWorlds(open);

  it('lists, counts, opens and exports exactly what belongs to the teams', async () => {
    const { db } = await open({ demo: true });
    const [seed = 1] = fc.sample(fc.integer(), 1);
    const random = createRandom(seed);
    const account = await addRandomCalls(db, random, 40, SPAN);
    await db.execute(sql`update leads set team_id = case id % 3 when 0 then null
      when 1 then ${account.teams[0]}::bigint else ${account.teams[1]}::bigint end where account_id = ${ACCOUNT}`);
    const all = await supervisorOf(db);
    for (const supervised_team_ids of [null, account.teams.slice(0, 1), account.teams.slice(1), []]) {
      const user = { ...all, supervised_team_ids };
      const expected = await recount(db, user);
      const about = `seed ${seed}, teams ${supervised_team_ids}`;
      const list = await listCalls(db, user, { ...NO_FILTERS, limit: LIMIT });
      expect(idsOf(list.data), about).toEqual(idsOf(expected.calls));
      expect(await countCalls(db, user, NO_FILTERS), about).toBe(expected.calls.length);
      expect(await readAll(readCallBatches(db, user, NO_FILTERS, 7)), about).toEqual(idsOf(expected.calls));
      const listed = await listLeads(db, user, { ...NO_FILTERS, limit: LIMIT });
      expect(idsOf(listed.data), about).toEqual(idsOf(expected.leads));
      expect(await countLeads(db, user, NO_FILTERS), about).toBe(expected.leads.length);
      expect(await readAll(readLeadBatches(db, user, NO_FILTERS, 7)), about).toEqual(idsOf(expected.leads));
      for (const { id } of expected.otherCalls.slice(0, 3)) {
        await expect(readCall(db, user, id), about).rejects.toThrow('notFound');
        await expect(readRouting(db, user, id), about).rejects.toThrow('notFound');
      }
      for (const { id } of expected.otherLeads.slice(0, 3)) {
        await expect(readLead(db, user, id), about).rejects.toThrow('notFound');
      }
      const visible = idsOf(expected.calls);
      const shownLeads = idsOf(expected.leads);
      for (const { lead_id } of list.data) if (lead_id !== null) expect(shownLeads, about).toContain(lead_id);
      for (const { id } of expected.leads.slice(0, 5)) {
        const deps = { db, clock: { now: () => SPAN.to } as never };
        const { events } = await readLeadTimeline(deps, user, id, null);
        const named = events.flatMap(({ call, note }) => call?.id ?? note?.call_id ?? []);
        const ofLead = (await readLead(db, user, id)).calls.map((call) => call.id);
        for (const callId of [...named, ...ofLead]) expect(visible, about).toContain(callId);
      }
    }
  });

  it('sees the teams’ agents, leads and figures on the board, and nothing of other teams', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { db } = world;
    const { callId } = await connectLead(world, ann, LEAD);
    const all = await supervisorOf(db);
    const [own] = await db.select().from(teamMembers).where(eq(teamMembers.user_id, ann.id));
    const others = (await db.select().from(teams).where(eq(teams.account_id, ACCOUNT))).filter(
      ({ id }) => id !== own?.team_id,
    );
    const other = others[0]?.id ?? 0;
    await db.delete(teamMembers).where(eq(teamMembers.user_id, ann.id));
    await db.insert(teamMembers).values({ user_id: ann.id, team_id: own?.team_id ?? 0 });
    const boards = createBoards(world, 0);
    for (const supervised_team_ids of [[own?.team_id ?? 0], [other], [other, own?.team_id ?? 0]]) {
      const user = { ...all, supervised_team_ids };
      const board = await boards.read(user, null);
      expect(idsOf(board.agents)).toEqual(idsOf((await recount(db, user)).agents));
      expect(idsOf(board.teams)).toEqual(idsOf(supervised_team_ids.map((id) => ({ id }))));
      for (const { team_ids } of board.agents)
        for (const id of team_ids) expect(supervised_team_ids).toContain(id);
      const isOwn = supervised_team_ids.includes(own?.team_id ?? 0);
      expect(board.agents.some(({ call_id }) => call_id === callId)).toBe(isOwn);
      expect(board.today.leads).toBe(isOwn ? (await boards.read(all, own?.team_id ?? 0)).today.leads : 0);
    }
    const ofOther = { ...all, supervised_team_ids: [other] };
    await expect(boards.read(ofOther, own?.team_id ?? 0)).rejects.toThrow('notFound');
  });

  it('can listen to the teams’ calls and to those of the teams’ agents, not to others', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { db } = world;
    const { callId } = await connectLead(world, ann, LEAD);
    const sam = await world.agent('supervisor@demo.test');
    await sam.present();
    const { team_id: own } = await world.call(callId);
    const [other] = (await db.select().from(teams).where(eq(teams.account_id, ACCOUNT))).filter(
      ({ id }) => id !== own,
    );
    const limit = (ids: readonly number[] | null) => change(db, users, sam.id, { supervised_team_ids: ids });
    const listen = async () => (await sam.post(`/api/v1/calls/${callId}/listen`)).status;
    await db.delete(teamMembers).where(eq(teamMembers.user_id, ann.id));
    await limit([other?.id ?? 0]);
    expect(await listen()).toBe(404);
    await db.insert(teamMembers).values({ user_id: ann.id, team_id: other?.id ?? 0 });
    expect(await listen()).toBe(200);
  });
});
