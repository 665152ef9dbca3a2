import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { callUsers, effects, legs } from '../../platform/database/schema.ts';
import { elapsed } from '../../platform/process/clock.ts';
import type { TransitionDeps } from '../call-transitions.ts';

const POLL_MS = 25;
/** The provider gives up on a response after 15 s. */
const MAX_WAIT_MS = 8_000;

/**
 * The colleague joins when the provider gets the response, so by then the lead has to hear music.
 *
 * @returns false if the provider didn't confirm it, or the colleague is no longer wanted
 */
export async function waitForLeadHold(
  { db, clock }: Pick<TransitionDeps, 'db' | 'clock'>,
  callId: number,
  callUserId: number,
): Promise<boolean> {
  const end = elapsed(clock) + MAX_WAIT_MS;
  for (;;) {
    const state = await readLeadHold(db, callId, callUserId);
    if (state !== 'pending') return state === 'confirmed';
    if (elapsed(clock) >= end) return false;
    await delay(POLL_MS);
  }
}

const POLLS_OF_READER = 20;

/**
 * Until it's confirmed, the lead hears the agent. Usually that takes a moment, and the agent's phone is notified only
 * once a second, so this waits for it.
 */
export async function isLeadHoldPending(db: Database, callId: number, callUserId: number): Promise<boolean> {
  for (let poll = 0; poll < POLLS_OF_READER; poll += 1) {
    if ((await readLeadHold(db, callId, callUserId)) !== 'pending') return false;
    await delay(POLL_MS);
  }
  return true;
}

async function readLeadHold(
  db: Database,
  callId: number,
  callUserId: number,
): Promise<'confirmed' | 'pending' | 'failed'> {
  const [colleague] = await db.select().from(callUsers).where(eq(callUsers.id, callUserId));
  if (colleague?.status !== 'accepted') return 'failed';
  if (!colleague.consults) return 'confirmed';
  const leads = await queryRows<{ held: boolean; done: boolean; error: string | null }>(
    db,
    sql`select leg.held, hold.done_at is not null as done, hold.last_error as error
      from ${legs} leg left join lateral (select done_at, last_error from ${effects} effect
        where effect.call_id = leg.call_id and effect.kind = 'hold' and (effect.payload ->> 'legId')::bigint = leg.id
        order by effect.id desc limit 1) hold on true
      where leg.call_id = ${callId} and leg.kind <> 'agent' and leg.ended_at is null`,
  );
  if (leads.some(({ done, error }) => done && error !== null)) return 'failed';
  return leads.every(({ held, done }) => held && done) ? 'confirmed' : 'pending';
}
