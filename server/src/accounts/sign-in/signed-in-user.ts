import { and, eq } from 'drizzle-orm';
import { pick } from '../../platform/core/pick.ts';
import type { Database } from '../../platform/database/database.ts';
import { accounts, users } from '../../platform/database/schema.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';

/** Of users joined with their accounts. */
export const SIGNED_IN_FIELDS = {
  ...pick(users, 'id', 'account_id', 'email', 'full_name', 'phone_number', 'profile_picture'),
  ...pick(users, 'permissions', 'hubspot_id', 'salesforce_domain', 'activecampaign_domain'),
  own_country: users.country_code,
  account_country: accounts.country_code,
  ...pick(users, 'time_zone', 'language', 'clock', 'date_order'),
  account_language: accounts.language,
  custom_crm_url: accounts.custom_crm_url,
};

interface Countries {
  readonly own_country: string | null;
  readonly account_country: string;
}

export function toSignedInUser({
  own_country,
  account_country,
  ...user
}: Omit<SignedInUser, 'country_code'> & Countries): SignedInUser {
  return { ...user, country_code: own_country ?? account_country };
}

/** What a user may do without a session. @returns null for a deactivated user */
export async function readActiveUser(db: Database, userId: number): Promise<SignedInUser | null> {
  const [row] = await db
    .select(SIGNED_IN_FIELDS)
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(users.id, userId), eq(users.active, true)));
  return row ? toSignedInUser(row) : null;
}
