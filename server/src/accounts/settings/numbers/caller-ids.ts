import type { CallerId } from '@offhook/contract/agent/agent';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { numbers } from '../../../platform/database/schema.ts';
import type { SignedInUser } from '../../../platform/http/caller.ts';
import { formatPhoneNumber } from '../../../platform/phone-numbers/phone-numbers.ts';

/** A number without a name is listed under its formatted number. */
export async function readCallerIds(db: Database, user: SignedInUser): Promise<CallerId[]> {
  const rows = await db
    .select()
    .from(numbers)
    .where(eq(numbers.account_id, user.account_id))
    .orderBy(asc(numbers.id));
  return rows.map((row) => {
    const formatted = formatPhoneNumber(row.phone_number, user.country_code);
    return { id: row.id, name: row.name ?? formatted, phone_number_formatted: formatted };
  });
}
