import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { settings } from '../database/schema.ts';

const SESSION_SECRET = 'session_secret';

/** The secret that the configuration gives, or else one that is made once and kept in the database. */
export async function sessionSecret(db: Database, configured: string): Promise<string> {
  if (configured !== '') return configured;
  const made = randomBytes(32).toString('base64url');
  await db.insert(settings).values({ key: SESSION_SECRET, value: made }).onConflictDoNothing();
  const [kept] = await db.select().from(settings).where(eq(settings.key, SESSION_SECRET));
  return kept?.value ?? made;
}
