import { eq } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';
import { type Actor, auditSubject, bumpVersion, recordChange } from './change.ts';

const FIELDS = ['language', 'time_zone', 'clock', 'date_order'] as const;

/** Sets the user's own language, time zone, and time and date formats. */
export async function setOwnLocale(
  { db, clock }: DatabaseAndClock,
  actor: Actor,
  locale: Pick<SignedInUser, (typeof FIELDS)[number]>,
): Promise<void> {
  const { id } = actor.user;
  await transaction(db, async (tx) => {
    // Locks the row, and keeps a form opened earlier from restoring the old time zone.
    await bumpVersion(tx, users, id);
    const [row] = await tx
      .select(pick(users, ...FIELDS))
      .from(users)
      .where(eq(users.id, id));
    const changed = FIELDS.filter((field) => row?.[field] !== locale[field]);
    await tx
      .update(users)
      .set(pick(locale, ...FIELDS))
      .where(eq(users.id, id));
    if (changed.length > 0)
      await recordChange(
        tx,
        actor,
        'own locale',
        auditSubject(`user ${id}`, pick(locale, ...changed)),
        clock.now(),
      );
  });
}
