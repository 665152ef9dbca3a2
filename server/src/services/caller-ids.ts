import type { CallerId } from '@offhook/contract/entities';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../store/database.ts';
import { numbers } from '../store/schema.ts';
import { formattedNumber } from './phone-numbers.ts';
import type { SignedInUser } from './sessions.ts';

/** The account's numbers; one without a name is called by its number. */
export async function callerIds(db: Database, user: SignedInUser): Promise<CallerId[]> {
  const rows = await db
    .select()
    .from(numbers)
    .where(eq(numbers.account_id, user.account_id))
    .orderBy(asc(numbers.id));
  return rows.map((row) => {
    const formatted = formattedNumber(row.phone_number, user.country_code);
    return { id: row.id, name: row.name ?? formatted, phone_number_formatted: formatted };
  });
}
