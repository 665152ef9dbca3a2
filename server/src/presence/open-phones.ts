/** The page that is an agent's phone, as long as its session goes on; and what follows when it is so no more. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { userOfIdentity, voiceIdentity } from '../accounts/core/page-identity.ts';
import { applyEvents, type StepParts } from '../calls/call-steps.ts';
import { DONE, MARKED, type Of, type PerformParts } from '../calls/legs/performing.ts';
import type { Database } from '../platform/database/database.ts';
import { callUsers, presence, sessions, users } from '../platform/database/schema.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import { backOff, type Performed } from '../platform/work-queue/effects-worker.ts';
import { LEFT } from './core/presence-lease.ts';

/** @returns the voice identity of the user's phone; null: no page is it */
export async function phoneOf(
  { db, clock }: Pick<StepParts, 'db' | 'clock'>,
  userId: number,
): Promise<string | null> {
  const [page] = await db
    .select({ sessionHash: sessions.token_hash, phoneId: presence.phone_id })
    .from(presence)
    .innerJoin(sessions, eq(sessions.token_hash, presence.session_hash))
    .where(
      and(
        eq(presence.user_id, userId),
        gt(presence.renewed_at, new Date(LEFT)),
        gt(sessions.expires_at, new Date(clock.now())),
      ),
    );
  return page ? voiceIdentity({ userId, ...page }) : null;
}

export async function isOpenPhone(
  parts: Pick<StepParts, 'db' | 'clock'>,
  identity: string,
): Promise<boolean> {
  const userId = userOfIdentity(identity);
  return userId !== null && (await phoneOf(parts, userId)) === identity;
}

/** Ends what the page was rung or connected for; what came after it is another page's. */
export async function closePhone(
  parts: PerformParts,
  row: EffectRow,
  { userId, phoneId }: Of<'closePhone'>,
): Promise<Performed> {
  const [user] = await parts.db
    .select({ accountId: users.account_id })
    .from(users)
    .where(eq(users.id, userId));
  if (user) parts.realtime.agentUpdated(user.accountId, userId);
  const [open] = await openCallUser(parts.db, userId);
  if (!open || open.rungAt.getTime() > row.createdAt) return DONE;
  if (open.status === 'accepted' && open.phoneId !== phoneId) return DONE;
  const event = { type: 'phoneClosed', callUserId: open.id, at: parts.clock.now() } as const;
  await applyEvents(parts, open.callId, [event], row.id);
  return MARKED;
}

function openCallUser(db: Database, userId: number) {
  return db
    .select({
      id: callUsers.id,
      callId: callUsers.call_id,
      status: callUsers.status,
      phoneId: callUsers.phone_id,
      rungAt: callUsers.created_at,
    })
    .from(callUsers)
    .where(and(eq(callUsers.user_id, userId), isNull(callUsers.ended_at)));
}

/** By then a connection has ended by itself, or the service has forgotten it. */
const MOST_TRIES = 30;

export async function closeConnections(
  { realtime }: PerformParts,
  row: EffectRow,
  { realtimeId }: Of<'closeConnections'>,
): Promise<Performed> {
  if (await realtime.endConnections(realtimeId)) return DONE;
  const error = 'The realtime service did not end the connections';
  if (row.attempts >= MOST_TRIES) return { type: 'givenUp', error };
  return { type: 'again', inMs: backOff(row.attempts), error };
}
