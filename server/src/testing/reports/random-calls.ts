// Random rows of an account, and the changes that can come late.
import { CALL_STATUSES } from '@offhook/contract/calls/call-kinds';
import { DISPOSITIONS } from '@offhook/contract/calls/dispositions';
import { eq, sql } from 'drizzle-orm';
import { ringDelayReason } from '../../leads/core/call-times/ring-delay.ts';
import { addCallUser } from '../../platform/database/call-users.ts';
import { type Database, insert } from '../../platform/database/database.ts';
import {
  agentCallTimes,
  calls,
  callUsers,
  leads,
  legs,
  messages,
  numbers,
  recordings,
  scheduledCalls,
  teams,
  users,
} from '../../platform/database/schema.ts';

const MINUTE = 60_000;

/** mulberry32 */
export function createRandom(seed: number) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    chance: (share: number) => next() < share,
    pick<const T>(list: readonly T[]): T {
      const one = list[below(list.length)];
      if (one === undefined) throw new Error('an empty list');
      return one;
    },
  };
}
export type Random = ReturnType<typeof createRandom>;

export interface RandomAccount {
  readonly id: number;
  readonly teams: readonly number[];
  readonly agents: readonly number[];
  readonly numbers: readonly number[];
  readonly leads: number[];
}

export async function readAccount(db: Database, id: number): Promise<RandomAccount> {
  const idsOf = async (table: typeof teams | typeof users | typeof numbers) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.account_id, id)).orderBy(table.id)).map(
      (row) => row.id,
    );
  return {
    id,
    teams: await idsOf(teams),
    agents: await idsOf(users),
    numbers: await idsOf(numbers),
    leads: [],
  };
}

const FORMS = ['Solar form', 'Home page', 'Ads: roof quote', null, null];
const RESULTS = [...DISPOSITIONS, null, null, null];

export async function addLead(db: Database, random: Random, account: RandomAccount): Promise<number> {
  const { id } = await insert(db, leads, {
    account_id: account.id,
    phone_number: `+1415556${String(account.leads.length).padStart(4, '0')}`,
    label: 'A lead',
    form: random.pick(FORMS),
    crm: random.pick(['hubspot', null, null]),
    origin: random.pick(['intake', 'agent', 'inbound'] as const),
  });
  account.leads.push(id);
  return id;
}

/** @param span in ms since 1970 @param previous the earlier attempt */
export async function addRandomCall(
  db: Database,
  random: Random,
  account: RandomAccount,
  span: { readonly from: number; readonly to: number },
  previous: typeof calls.$inferSelect | null = null,
): Promise<typeof calls.$inferSelect> {
  const start = span.from + random.below(span.to - span.from);
  const at = (offset: number) => new Date(start + offset);
  const isOpen = random.chance(0.08);
  const talks = random.chance(0.6);
  const talk = 12_000 + random.below(30_000);
  const end = talk + random.below(25 * MINUTE);
  const agent = random.pick(account.agents);
  const isTaken = talks || random.chance(0.3);
  const type = previous
    ? 'lead'
    : random.pick(['lead', 'lead', 'lead', 'inbound', 'outbound', 'conference'] as const);
  const lead = previous ? previous.lead_id : random.chance(0.9) ? random.pick(account.leads) : null;
  const isPlanned = previous !== null || random.chance(0.2);
  const call = await insert(db, calls, {
    account_id: account.id,
    type,
    direction: type === 'inbound' ? 'inbound' : 'outbound',
    status: isOpen
      ? talks
        ? 'in-progress'
        : 'ringing'
      : talks
        ? random.pick(['completed', 'completed', 'missed'] as const)
        : random.pick(CALL_STATUSES.slice(2)),
    result: talks || random.chance(0.2) ? random.pick(RESULTS) : null,
    team_id: random.chance(0.9) ? random.pick(account.teams) : null,
    number_id: random.chance(0.9) ? random.pick(account.numbers) : null,
    lead_id: lead,
    previous_call_id: previous?.id ?? null,
    agent_id: isTaken ? agent : null,
    requested_at: random.chance(0.9) ? at(-random.below(isPlanned ? 5 * 60 * MINUTE : 900)) : null,
    planned_for: isPlanned ? at(-random.below(9_000)) : null,
    started_at: at(0),
    talk_started_at: talks ? at(talk) : null,
    ended_at: isOpen ? null : at(end),
    seconds: talks && !isOpen ? Math.round((end - talk) / 1000) : 0,
  });
  if (isPlanned && previous === null && lead !== null)
    await insert(db, scheduledCalls, {
      account_id: account.id,
      lead_id: lead,
      due_at: call.started_at,
      reason: random.chance(0.5) ? ringDelayReason(1 + random.below(90)) : 'Queued from import.',
      requested_at: call.started_at,
      ended_at: call.started_at,
      call_id: call.id,
    });
  const rungAgents = random.chance(0.3)
    ? [agent, random.pick(account.agents), random.pick(account.agents)]
    : [agent];
  for (const [n, user_id] of rungAgents.entries()) {
    const accepts = isTaken && (n === 0 || random.chance(0.3));
    const accepted = 2_000 + random.below(9_000) + n * 20_000;
    const part = await addCallUser(db, {
      call_id: call.id,
      user_id,
      type: n > 0 && accepts ? random.pick(['transfer', 'conference', 'listen'] as const) : call.type,
      status: accepts ? 'ended' : random.pick(['missed', 'ignored', 'withdrawn'] as const),
      consults: n > 0 && random.chance(0.2),
      own_number: random.chance(0.2) ? '+14155557777' : null,
      rung_at: at(random.below(1_500)),
      acknowledged_at: random.chance(0.8) ? at(1_600 + random.below(300)) : null,
      accepted_at: accepts ? at(accepted) : null,
      ended_at: at(end + random.below(2_000)),
      result: accepts ? random.pick(RESULTS) : null,
    });
    if (n === 0 && accepts && random.chance(0.9))
      await db.update(calls).set({ claimed_by: part.id }).where(eq(calls.id, call.id));
    if (accepts)
      await addLeg(db, random, call.id, 'agent', part.id, at(1_000), at(accepted), isOpen ? null : at(end));
    for (const kind of ['hold', 'wrap_up'] as const) {
      if (!accepts || !random.chance(0.2)) continue;
      const started_at = kind === 'hold' ? at(talk) : at(end);
      const ended_at = new Date(started_at.getTime() + 1 + random.below(90_000));
      await insert(db, agentCallTimes, { call_id: call.id, user_id, kind, started_at, ended_at });
    }
  }
  if (type !== 'inbound' && isTaken)
    await addLeg(
      db,
      random,
      call.id,
      'lead',
      null,
      at(11_000),
      talks ? at(talk) : null,
      isOpen ? null : at(end),
    );
  if (type === 'inbound')
    await addLeg(db, random, call.id, 'caller', null, at(0), at(100), isOpen ? null : at(end));
  if (talks && random.chance(0.4))
    await insert(db, recordings, {
      call_id: call.id,
      duration_seconds: random.chance(0.8) ? random.below(900) : null,
    });
  if (lead !== null && random.chance(0.15)) await addText(db, random, account, call.id, lead, agent, at(end));
  return call;
}

async function addLeg(
  db: Database,
  random: Random,
  call_id: number,
  kind: 'agent' | 'lead' | 'caller',
  call_user_id: number | null,
  created_at: Date,
  answered_at: Date | null,
  ended_at: Date | null,
): Promise<void> {
  const answered_by =
    kind === 'lead' && answered_at ? random.pick(['human', 'machine', null] as const) : null;
  await insert(db, legs, {
    call_id,
    kind,
    call_user_id,
    status: 'completed',
    created_at,
    answered_at,
    ended_at,
    answered_by,
  });
}

async function addText(
  db: Database,
  random: Random,
  account: RandomAccount,
  call_id: number,
  lead_id: number,
  user_id: number,
  created_at: Date,
): Promise<void> {
  const isInbound = random.chance(0.3);
  await insert(db, messages, {
    account_id: account.id,
    lead_id,
    direction: isInbound ? 'inbound' : 'outbound',
    call_id: isInbound ? null : call_id,
    user_id: isInbound ? null : user_id,
    from_number: '+14155550000',
    to_number: '+14155550001',
    body: 'Hello',
    status: random.pick(['sent', 'sent', 'sending', 'failed'] as const),
    created_at,
  });
}

export const LATE_CHANGES = 15;

/** What can change after a call's hour is over. */
export async function changeLate(
  db: Database,
  random: Random,
  account: RandomAccount,
  span: { readonly from: number; readonly to: number },
  kind = random.below(LATE_CHANGES),
): Promise<void> {
  const all = await db.select().from(calls).where(eq(calls.account_id, account.id)).orderBy(calls.id);
  const call = random.pick(all);
  const ofCall = await db
    .select()
    .from(callUsers)
    .where(eq(callUsers.call_id, call.id))
    .orderBy(callUsers.id);
  const setCall = (changes: Partial<typeof calls.$inferInsert>) =>
    db.update(calls).set(changes).where(eq(calls.id, call.id));
  const kinds: (() => Promise<unknown>)[] = [
    async () => {
      const result = random.pick(RESULTS);
      await setCall({ result });
      const part = ofCall[0];
      if (part) await db.update(callUsers).set({ result }).where(eq(callUsers.id, part.id));
    },
    // An agent undoes a result.
    () => setCall({ result: null }),
    () =>
      setCall({ ended_at: new Date(call.started_at.getTime() + 100_000), status: 'completed', seconds: 31 }),
    // A transfer.
    async () => {
      const user_id = random.pick(account.agents);
      await setCall({ agent_id: user_id });
      const ended_at = new Date(call.started_at.getTime() + 200_000);
      const accepted_at = new Date(call.started_at.getTime() + 60_000);
      await addCallUser(db, {
        call_id: call.id,
        user_id,
        type: 'transfer',
        status: 'ended',
        accepted_at,
        ended_at,
      });
    },
    // The next attempt.
    () => addRandomCall(db, random, account, span, call.type === 'lead' ? call : null),
    async () => {
      if (call.lead_id === null) return;
      const open = sql`lead_id = ${call.lead_id} and ended_at is null`;
      await db.update(scheduledCalls).set({ ended_at: new Date(), cancelled: 'replaced' }).where(open);
      await insert(db, scheduledCalls, {
        account_id: account.id,
        lead_id: call.lead_id,
        due_at: new Date(),
        previous_call_id: call.id,
        reason: 'The lead did not answer',
        requested_at: new Date(),
      });
    },
    () => db.update(scheduledCalls).set({ ended_at: new Date() }).where(sql`ended_at is null`),
    () =>
      db
        .update(leads)
        .set({ form: random.pick(FORMS) })
        .where(eq(leads.id, random.pick(account.leads))),
    // Erasure.
    async () => {
      await db.delete(messages).where(eq(messages.call_id, call.id));
      await db.delete(recordings).where(eq(recordings.call_id, call.id));
      if (call.lead_id !== null)
        await db.update(leads).set({ form: null, crm: null }).where(eq(leads.id, call.lead_id));
    },
    () => db.update(legs).set({ answered_by: 'machine' }).where(eq(legs.call_id, call.id)),
    () => db.update(recordings).set({ duration_seconds: 61 }).where(eq(recordings.call_id, call.id)),
    () => db.update(messages).set({ status: 'sent' }).where(eq(messages.account_id, account.id)),
    () => setCall({ team_id: random.pick(account.teams), number_id: random.pick(account.numbers) }),
    () => db.update(callUsers).set({ status: 'missed' }).where(eq(callUsers.call_id, call.id)),
    () =>
      insert(db, agentCallTimes, {
        call_id: call.id,
        user_id: random.pick(account.agents),
        kind: 'hold',
        started_at: call.started_at,
        ended_at: new Date(call.started_at.getTime() + 5_000),
      }),
  ];
  if (kinds.length !== LATE_CHANGES) throw new Error(`there are ${kinds.length} kinds of changes`);
  await kinds[kind]?.();
}
