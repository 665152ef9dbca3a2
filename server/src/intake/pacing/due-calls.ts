/**
 * Starts a team's due calls. Safe with several processes: only one locks a team at a time, and a call is claimed and
 * started in one transaction.
 */

import { eq } from 'drizzle-orm';
import type { TransitionDeps } from '../../calls/call-transitions.ts';
import type { Database } from '../../platform/database/database.ts';
import { queryTime } from '../../platform/database/query-time.ts';
import { teams } from '../../platform/database/schema.ts';
import { type Outbox, transact } from '../../platform/work-queue/transact.ts';
import { nextDueCall } from '../core/due-calls.ts';
import type { Turn } from './due-rows.ts';
import {
  agentKey,
  type DueRow,
  MAX_CANDIDATES,
  type Pacer,
  readAttempts,
  readCallbacks,
  readFirstOfOtherAgents,
} from './read-due-calls.ts';
import { readAgents, readBusyOwners, readRecent } from './read-pace.ts';
import { AgentsTaken, startScheduledCall } from './start-scheduled-call.ts';

/** Where the next part of a long queue begins; null: at its front. */
export interface QueuePlace {
  after: Turn | null;
}

/**
 * One call per transaction, so that agents' rows are always locked in ID order.
 *
 * @param place in the queue, kept between calls @returns whether a call was started
 */
export async function startNextDueCall(
  deps: TransitionDeps,
  pacer: Pacer,
  place: QueuePlace = { after: null },
): Promise<boolean> {
  try {
    return await transact(deps, (tx, outbox) => startNext(deps, tx, outbox, pacer, place));
  } catch (error) {
    if (error instanceof AgentsTaken) return false;
    throw error;
  }
}

async function startNext(
  deps: TransitionDeps,
  tx: Database,
  outbox: Outbox,
  pacer: Pacer,
  place: QueuePlace,
): Promise<boolean> {
  const time = queryTime(deps.clock);
  const { now } = time;
  if (pacer.teamId !== null && !(await lockTeam(tx, pacer.teamId))) return false;
  const busyOwners = await readBusyOwners(tx, pacer.accountId);
  // Callbacks may wait for their agents, so they don't fill the list.
  const callbacks = await readCallbacks(tx, pacer, busyOwners, time);
  const attempts = await readAttempts(tx, pacer, busyOwners, time);
  const first = [...callbacks, ...attempts];
  if (first.length === 0) return false;
  const recent = await readRecent(tx, pacer, now);
  const startOneOf = async (due: readonly DueRow[]): Promise<boolean> => {
    const pace = { now, ...recent, ...(await readAgents(deps, tx, pacer, due)), busyOwners };
    for (let rows = due; ; ) {
      const next = nextDueCall(rows, pace);
      if (!next) return false;
      rows = rows.filter(({ id }) => id !== next.id);
      if (await startScheduledCall(deps, tx, outbox, next, now)) return true;
    }
  };
  if (await startOneOf(first)) return true;
  if (attempts.length < MAX_CANDIDATES) return false;
  // The agents of the first ones are occupied; those of others may be free.
  const others = await readFirstOfOtherAgents(
    tx,
    pacer,
    busyOwners,
    attempts.map(agentKey),
    time,
    place.after,
  );
  if (others.rows.length > 0 && (await startOneOf(others.rows))) return true;
  place.after = others.next;
  return false;
}

async function lockTeam(tx: Database, teamId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(eq(teams.id, teamId))
    .for('no key update', { skipLocked: true });
  return rows.length > 0;
}
