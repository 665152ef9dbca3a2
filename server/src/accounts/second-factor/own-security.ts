import { eq } from 'drizzle-orm';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { totpFactors } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Session } from '../../platform/http/caller.ts';
import { sessionHash } from '../sign-in/sessions.ts';
import { readFactors, requireFactorUser } from './factors.ts';
import { passkeysOf } from './passkeys.ts';
import { endListedSessions, listSessions, sessionListId } from './session-list.ts';

/** A user's own factors and sessions. */
export async function readOwnSecurity({ db, clock }: DatabaseAndClock, { token, user }: Session) {
  const { id, isRequired } = await requireFactorUser(db, user?.id ?? null);
  const { recoveryCodes } = await readFactors(db, id);
  const [totp] = await db.select().from(totpFactors).where(eq(totpFactors.user_id, id));
  const own = sessionHash(token);
  return {
    passkeys: (await passkeysOf(db, id)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      ...times(passkey),
    })),
    totp: totp ? times(totp) : null,
    recovery_codes: recoveryCodes,
    is_required: isRequired,
    sessions: (await listSessions(db, id, clock.now())).map(({ tokenHash, ...one }) => ({
      ...one,
      is_this: tokenHash === own,
    })),
  };
}

const times = (row: { readonly created_at: Date; readonly last_used_at: Date | null }) => ({
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const OTHERS = 'others';

/** @param chosen an id of the list, or `others` @returns how many ended @throws ApiError notFound */
export async function endOwnSessions(
  { db, clock }: DatabaseAndClock,
  { token, user }: Session,
  chosen: string,
): Promise<number> {
  const own = sessionHash(token);
  const isChosen = (hash: string) => (chosen === OTHERS ? hash !== own : sessionListId(hash) === chosen);
  const ended = await transaction(db, (tx) =>
    endListedSessions(tx, user?.id ?? 0, ({ token_hash }) => isChosen(token_hash), clock.now()),
  );
  if (ended === 0 && chosen !== OTHERS) throw new ApiError('notFound');
  return ended;
}
