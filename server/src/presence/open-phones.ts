/** The page that is an agent's phone, as long as its session goes on; and what follows when it is so no more. */

import { and, eq, gt } from 'drizzle-orm';
import { PHONE_LEFT_AT, userIdOfVoiceIdentity, voiceIdentity } from '../accounts/core/page-identity.ts';
import { backOff } from '../platform/core/retry.ts';
import { presence, sessions } from '../platform/database/schema.ts';
import { DONE, type EffectOf } from '../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkParts } from '../platform/work-queue/transact.ts';

/** @returns the voice identity of the user's phone; null: no page is it */
export async function phoneOf(
  { db, clock }: Pick<WorkParts, 'db' | 'clock'>,
  userId: number,
): Promise<string | null> {
  const [page] = await db
    .select({ sessionHash: sessions.token_hash, phoneId: presence.phone_id })
    .from(presence)
    .innerJoin(sessions, eq(sessions.token_hash, presence.session_hash))
    .where(
      and(
        eq(presence.user_id, userId),
        gt(presence.renewed_at, new Date(PHONE_LEFT_AT)),
        gt(sessions.expires_at, new Date(clock.now())),
      ),
    );
  return page ? voiceIdentity({ userId, ...page }) : null;
}

export async function isOpenPhone(
  parts: Pick<WorkParts, 'db' | 'clock'>,
  identity: string,
): Promise<boolean> {
  const userId = userIdOfVoiceIdentity(identity);
  return userId !== null && (await phoneOf(parts, userId)) === identity;
}

/** By then a connection has ended by itself, or the service has forgotten it. */
const MOST_TRIES = 30;

export async function closeConnections(
  { realtime }: Pick<WorkParts, 'realtime'>,
  row: EffectRow,
  { realtimeId }: EffectOf<'closeConnections'>,
): Promise<EffectResult> {
  if (await realtime.endConnections(realtimeId)) return DONE;
  const error = 'The realtime service did not end the connections';
  if (row.attempts >= MOST_TRIES) return { type: 'givenUp', error };
  return { type: 'again', inMs: backOff(row.attempts), error };
}
