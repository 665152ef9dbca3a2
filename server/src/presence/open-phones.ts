import { and, eq, gt } from 'drizzle-orm';
import { PHONE_LEFT_AT, parseVoiceIdentity, voiceIdentity } from '../accounts/core/page-identity.ts';
import { backOff } from '../platform/core/retry.ts';
import { presence, sessions } from '../platform/database/schema.ts';
import { DONE, type EffectOf } from '../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';

export async function findPhoneIdentity(
  { db, clock }: Pick<WorkDeps, 'db' | 'clock'>,
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

export async function isOpenPhone(deps: Pick<WorkDeps, 'db' | 'clock'>, identity: string): Promise<boolean> {
  const userId = parseVoiceIdentity(identity);
  return userId !== null && (await findPhoneIdentity(deps, userId)) === identity;
}

/** By the last attempt, the connection has closed on its own, or the service no longer knows it. */
const MAX_ATTEMPTS = 30;

export async function closeConnections(
  { realtime }: Pick<WorkDeps, 'realtime'>,
  row: EffectRow,
  { realtimeId }: EffectOf<'closeConnections'>,
): Promise<EffectResult> {
  if (await realtime.endConnections(realtimeId)) return DONE;
  const error = 'The realtime service did not close the connections';
  if (row.attempts >= MAX_ATTEMPTS) return { type: 'givenUp', error };
  return { type: 'again', inMs: backOff(row.attempts), error };
}
