import { applyBoardChanges, type BoardCopy, sinceCopies } from '@offhook/contract/console/board-changes';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { insert } from '../platform/database/database.ts';
import { queryTime } from '../platform/database/query-time.ts';
import {
  accounts,
  calls,
  callUsers,
  leads,
  presence,
  scheduledCalls,
  teamMembers,
  teams,
  users,
} from '../platform/database/schema.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { change, find, firstRow } from '../testing/app/rows.ts';
import { withDatabase } from '../testing/database/database.ts';
import { connectLead } from '../testing/world/provider-events.ts';
import { type TestWorld, testWorlds } from '../testing/world/world.ts';
import { readAgentStates } from './agent-states.ts';
import { listAgents } from './agent-views.ts';
import { type Boards, createBoards } from './board.ts';
import { readRouting } from './routing-record.ts';

const LEAD = { phone_number: '+14155550100', fname: 'Grace', lname: 'Hopper' };

async function supervisorOf({ db }: TestWorld, country_code = 'US'): Promise<SignedInUser> {
  const row = await firstRow(find(db, users, eq(users.email, 'supervisor@demo.test')));
  return { ...row, country_code, custom_crm_url: null, account_language: 'en' };
}

async function teamOf({ db }: TestWorld, userId: number): Promise<number> {
  const rows = await db.select().from(teamMembers).where(eq(teamMembers.user_id, userId));
  return rows[0]?.team_id ?? 0;
}

/** A page that reads changes from any of these servers. */
function openPage(user: SignedInUser, teamId: number | null = null) {
  let copies: readonly BoardCopy[] = [];
  return {
    async read(boards: Boards) {
      const changes = await boards.readChanges(user, teamId, sinceCopies(copies).split(','));
      copies = applyBoardChanges(copies, changes);
      return changes;
    },
    board: () => copies[0]?.board,
  };
}

withDatabase('the live board', (open) => {
  const start = testWorlds(open);

  it('measures the ring of the agent who took the lead, also after a transfer', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId, callUserId } = await connectLead(world, ann, LEAD);
    await ann.present({ state: 'oncall' });
    const before = await createBoards(world, 0).read(await supervisorOf(world), null);
    const { stopwatch } = await readRouting(world.db, await supervisorOf(world), callId);
    world.clock.advance(600_000);
    const ben = await world.agent('agent2@demo.test');
    await ben.present();
    await ann.post(`/api/v1/calls/${callId}/transfer`, { user_id: ben.id, call_user_id: callUserId });
    await world.acceptRing(ben);
    expect((await world.call(callId)).agent_id).toBe(ben.id);
    const after = await createBoards(world, 0).read(await supervisorOf(world), null);
    expect(after.today.steps).toEqual(before.today.steps);
    expect((await readRouting(world.db, await supervisorOf(world), callId)).stopwatch).toEqual(stopwatch);
  });

  it('lists a parked call among the waiting leads, with the agent who parked it', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId } = await connectLead(world, ann, LEAD);
    await ann.post(`/api/v1/calls/${callId}/park`);
    const { waiting } = await createBoards(world, 0).read(await supervisorOf(world), null);
    expect(waiting).toMatchObject([
      { call_id: callId, team: { name: 'Sales' }, ringing: 0, reason: 'Parked by Ann Reyes' },
    ]);
  });

  it('says that an agent’s current call is a callback, until it ends', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId } = await connectLead(world, ann, LEAD);
    const viewer = await supervisorOf(world);
    const tile = async () => {
      const { agents } = await createBoards(world, 0).read(viewer, null);
      return agents.find(({ id }) => id === ann.id);
    };
    expect(await tile()).toMatchObject({ state: 'oncall', is_callback: false });
    await change(world.db, calls, callId, { callback_by: ann.id });
    expect(await tile()).toMatchObject({ state: 'oncall', is_callback: true });
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    expect(await tile()).toMatchObject({ call_id: null, is_callback: false });
  });

  it('lists leads whose call is due now or soon, due ones first, and counts later ones', async () => {
    const world = await start();
    const { db, clock } = world;
    const now = clock.now();
    const { id: team_id } = await firstRow(
      find(db, teams, and(eq(teams.account_id, 100), eq(teams.name, 'Sales'))),
    );
    const schedule = async (label: string, dueAt: number, retry: number | null = null) => {
      const lead = await insert(db, leads, { account_id: 100, phone_number: `+1415555${label}`, label });
      const at = { due_at: new Date(dueAt), requested_at: new Date(now - 60_000) };
      const row = { account_id: 100, team_id, lead_id: lead.id, ...at, retry, reason: '' };
      await insert(db, scheduledCalls, row);
    };
    const MINUTE = 60_000;
    await schedule('2601', now + 15 * MINUTE);
    await schedule('2602', now + 15 * MINUTE + 1);
    await schedule('2603', now + 60 * MINUTE, 1);
    await schedule('2604', now + MINUTE, 2);
    await schedule('2605', now);
    const board = await createBoards(world, 0).read(await supervisorOf(world), team_id);
    expect(board.waiting.map(({ label }) => label)).toEqual(['2605', '2604', '2601']);
    expect(board).toMatchObject({ waiting_total: 3, scheduled_later: 2 });
  });

  it('shows a status chosen during a call since the call, not since the status before it', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId } = await connectLead(world, ann, LEAD);
    await ann.present({ state: 'oncall' });
    const status_since = new Date(world.clock.now() - 3_600_000);
    await change(world.db, users, ann.id, { status: 'available', status_since, next_status: 'lunch' });
    await world.advance(60_000);
    await ann.present({ state: 'oncall' });
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    const [agent] = await readAgentStates(world.db, 100, { now: world.clock.now(), presenceCutoff: 0 }, [
      eq(users.id, ann.id),
    ]);
    expect(agent).toMatchObject({ state: 'wrapup' });
    await world.db.update(presence).set({ state: 'thankyou', changed_at: new Date(world.clock.now() + 1) });
    const [after] = await readAgentStates(world.db, 100, { now: world.clock.now(), presenceCutoff: 0 }, [
      eq(users.id, ann.id),
    ]);
    expect(after).toMatchObject({ state: 'unavailable', since: world.clock.now() + 1 });
  });

  it('sends a page only what changed since its version', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const boards = createBoards(world, 0);
    const page = openPage(await supervisorOf(world));
    expect(await page.read(boards)).toMatchObject({ since: null, teams: expect.any(Array) });
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    const changes = await page.read(boards);
    expect(changes.agents).toMatchObject([{ id: ann.id, state: 'ringing', call_id: callId }]);
    expect(changes).toMatchObject({ since: expect.any(String), waiting: [{ call_id: callId }] });
    expect(await page.read(boards)).toMatchObject({ agents: [], removed: [] });
    const { agents: _, ...shown } = page.board() ?? {};
    const { agents: __, ...full } = await boards.read(await supervisorOf(world), null);
    expect(shown).toEqual(full);
  });

  it('is whole for a version of another server, and never wrong with two', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const [one, two] = [createBoards(world, 0), createBoards(world, 0)];
    const page = openPage(await supervisorOf(world));
    const stateOfAnn = () => page.board()?.agents.find(({ id }) => id === ann.id)?.state;
    await page.read(one);
    expect(await page.read(two)).toMatchObject({ since: null });
    await world.postLead(LEAD);
    expect(await page.read(one)).toMatchObject({ since: expect.any(String) });
    expect(stateOfAnn()).toBe('ringing');
    await world.acceptRing(ann);
    expect(await page.read(two)).toMatchObject({ since: expect.any(String), agents: [{ id: ann.id }] });
    expect(stateOfAnn()).toBe('oncall');
    const three = createBoards(world, 0);
    expect(await page.read(three)).toMatchObject({ since: null });
  });

  it('shows numbers in the viewer’s format, and is whole after the format or the team changed', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const boards = createBoards(world, 0);
    const callId = Number((await world.postLead(LEAD)).body['call_id']);
    await change(world.db, calls, eq(calls.id, callId), { lead_id: null });
    const shownIn = async (country: string) => {
      const { agents } = await boards.read(await supervisorOf(world, country), null);
      return agents.find(({ id }) => id === ann.id)?.with;
    };
    expect(await shownIn('US')).toBe('(415) 555-0100');
    expect(await shownIn('FR')).toBe('+1 415 555 0100');
    const american = await boards.readChanges(await supervisorOf(world), null, []);
    const french = await boards.readChanges(await supervisorOf(world, 'FR'), null, [american.version]);
    expect(french.since).toBeNull();
    const teamId = await teamOf(world, ann.id);
    const ofTeam = await boards.readChanges(await supervisorOf(world), teamId, [american.version]);
    expect(ofTeam.since).toBeNull();
  });

  it.each(['listen', 'whisper', 'barge'] as const)(
    'counts a call once that a supervisor joins: %s',
    async (type) => {
      const [world, ann] = await start.waiting('agent@demo.test');
      const { callId, callUserId } = await connectLead(world, ann, LEAD);
      const sam = await world.agent('supervisor@demo.test');
      const ben = await world.agent('agent2@demo.test');
      const boards = createBoards(world, 0);
      const viewer = await supervisorOf(world);
      const shown = async (id: number) =>
        (await boards.read(viewer, null)).agents.find((agent) => agent.id === id);
      const { id: _, ...seat } = await firstRow(find(world.db, callUsers, eq(callUsers.id, callUserId)));
      const joined = { ...seat, type, provider_sid: null };
      await insert(world.db, callUsers, { ...joined, n: seat.n + 1, user_id: sam.id });
      await insert(world.db, callUsers, { ...joined, n: seat.n + 2, user_id: ben.id });
      expect(
        (await boards.read(viewer, null)).agents.filter(({ state }) => state === 'oncall'),
      ).toMatchObject([{ id: ann.id }]);
      const supervising = {
        state: 'unavailable',
        with: null,
        reason: 'Supervising a call',
        is_supervising: true,
      };
      expect(await shown(sam.id)).toMatchObject({ ...supervising, is_agent: false });
      expect(await shown(ben.id)).toMatchObject({ ...supervising, is_agent: true });
      expect((await boards.read(viewer, null)).own_call_id).toBe(callId);
    },
  );

  it('shows a supervisor who has the call since its agent left', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId, callUserId } = await connectLead(world, ann, LEAD);
    const sam = await world.agent('supervisor@demo.test');
    await sam.present({ state: 'oncall' });
    const boards = createBoards(world, 0);
    const tile = async () =>
      (await boards.read(await supervisorOf(world), null)).agents.find(({ id }) => id === sam.id);
    const { id: _, ...seat } = await firstRow(find(world.db, callUsers, eq(callUsers.id, callUserId)));
    const joined = await insert(world.db, callUsers, {
      ...seat,
      n: seat.n + 1,
      user_id: sam.id,
      type: 'barge',
      provider_sid: null,
    });
    expect(await tile()).toMatchObject({ state: 'unavailable', is_agent: false });
    await change(world.db, callUsers, callUserId, { status: 'ended', ended_at: new Date() });
    await change(world.db, calls, eq(calls.id, callId), { claimed_by: joined.id });
    expect(await tile()).toMatchObject({
      state: 'oncall',
      with: expect.any(String),
      is_agent: true,
      is_supervising: false,
    });
    await change(world.db, callUsers, joined.id, { status: 'ended', ended_at: new Date() });
    expect(await tile()).toMatchObject({ state: 'wrapup', is_agent: true, is_supervising: false });
  });

  it('shows a supervisor on no team as an agent only during a call of their own', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callUserId } = await connectLead(world, ann, LEAD);
    const sam = await world.agent('supervisor@demo.test');
    await sam.present();
    const boards = createBoards(world, 0);
    const tile = async () =>
      (await boards.read(await supervisorOf(world), null)).agents.find(({ id }) => id === sam.id);
    expect(await tile()).toMatchObject({ state: 'available', is_agent: false });
    const { id: _, ...seat } = await firstRow(find(world.db, callUsers, eq(callUsers.id, callUserId)));
    const joined = { n: seat.n + 1, user_id: sam.id, type: 'conference', provider_sid: null } as const;
    await insert(world.db, callUsers, { ...seat, ...joined });
    expect(await tile()).toMatchObject({ is_agent: true, is_supervising: false });
  });

  it('the list of users tells supervisors on no team from agents, and when each was last seen', async () => {
    const [world] = await start.waiting('agent@demo.test');
    await world.agent('supervisor@demo.test');
    const admin = await supervisorOf(world);
    const query = { page: 1, limit: 25, search: '' };
    const { data } = await listAgents(world.db, admin, query, queryTime(world.clock));
    const found = (email: string) => data.find((one) => one.email === email);
    expect(found('agent@demo.test')).toMatchObject({ is_agent: true });
    expect(found('supervisor@demo.test')).toMatchObject({ is_agent: false });
    const seen = new Date(world.clock.now()).toISOString();
    expect(found('supervisor@demo.test')?.last_seen_at).toBe(seen);
    expect(found('plain@demo.test')?.last_seen_at).toBeNull();
  });

  it('shows a colleague who hears the music of a hold as held', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId, callUserId } = await connectLead(world, ann, LEAD);
    const ben = await world.agent('agent2@demo.test');
    const row = await firstRow(find(world.db, callUsers, eq(callUsers.id, callUserId)));
    const { id: _, ...seat } = row;
    const colleague = await insert(world.db, callUsers, {
      ...seat,
      n: row.n + 1,
      user_id: ben.id,
      type: 'conference',
      provider_sid: null,
    });
    await change(world.db, calls, eq(calls.id, callId), { held_by: callUserId });
    const boards = createBoards(world, 0);
    const stateOf = async (id: number) => {
      const { agents } = await boards.read(await supervisorOf(world), null);
      return agents.find((agent) => agent.id === id)?.state;
    };
    expect([await stateOf(ann.id), await stateOf(ben.id)]).toEqual(['held', 'held']);
    await change(world.db, callUsers, colleague.id, { type: 'conference', consults: true });
    expect(await stateOf(ben.id)).toBe('oncall');
  });

  it('sends the account’s limits with the first answer, and again when they change', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const boards = createBoards(world, 0);
    const page = openPage(await supervisorOf(world));
    expect(await page.read(boards)).toMatchObject({ limits: { oncall: { danger: 1_800 } } });
    expect(await page.read(boards)).not.toHaveProperty('limits');
    const oncall = { caution: 5, danger: 9 };
    await change(world.db, accounts, eq(accounts.id, 100), { board_limits: { oncall } });
    expect(await page.read(boards)).toMatchObject({ agents: [], limits: { oncall } });
    expect(page.board()?.limits).toMatchObject({ oncall, held: { caution: 120 } });
    const signedIn = page.board()?.agents.filter(({ is_signed_in }) => is_signed_in);
    expect(signedIn?.map(({ id }) => id)).toEqual([ann.id]);
  });

  it('names the viewer’s own call also to a page of a team that they aren’t in', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId } = await connectLead(world, ann, LEAD);
    const boards = createBoards(world, 0);
    const viewer = { ...(await supervisorOf(world)), id: ann.id };
    const ownTeam = await teamOf(world, ann.id);
    const other = (await boards.read(viewer, null)).teams.find(({ id }) => id !== ownTeam);
    const page = openPage(viewer, other?.id);
    await page.read(boards);
    expect(page.board()?.agents.map(({ id }) => id)).not.toContain(ann.id);
    expect(page.board()?.own_call_id).toBe(callId);
    expect(await boards.read(await supervisorOf(world), null)).toMatchObject({ own_call_id: null });
  });

  it.each(['listen', 'whisper', 'barge'] as const)('names how the viewer supervises: %s', async (type) => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const { callId, callUserId } = await connectLead(world, ann, LEAD);
    const boards = createBoards(world, 0);
    const viewer = { ...(await supervisorOf(world)), id: ann.id };
    const before = await boards.readChanges(viewer, null, []);
    expect(before).toMatchObject({ own_call_id: callId, own_supervision: null });
    await change(world.db, callUsers, callUserId, { type });
    const after = await boards.readChanges(viewer, null, [before.version]);
    expect(after).toMatchObject({ own_call_id: callId, own_supervision: type });
    expect(after.agents.flatMap((agent) => Object.keys(agent))).not.toContain('supervises');
  });

  it('of a team loses an agent who left the team', async () => {
    const [world, ann] = await start.waiting('agent@demo.test');
    const boards = createBoards(world, 0);
    const page = openPage(await supervisorOf(world), await teamOf(world, ann.id));
    await page.read(boards);
    expect(page.board()?.agents.map(({ id }) => id)).toContain(ann.id);
    await world.db.delete(teamMembers).where(eq(teamMembers.user_id, ann.id));
    expect((await page.read(boards)).removed).toContain(ann.id);
    expect(page.board()?.agents.map(({ id }) => id)).not.toContain(ann.id);
    await change(world.db, users, eq(users.id, ann.id), { active: false });
    await expect(boards.read(await supervisorOf(world), 9_999)).rejects.toMatchObject({ code: 'notFound' });
  });
});
