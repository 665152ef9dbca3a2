import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { settings } from '../database/schema.ts';

const SESSION_SECRET = 'session_secret';

/** Without a configured secret, one is generated once and stored in the database. */
export async function sessionSecret(db: Database, configured: string): Promise<string> {
  if (configured !== '') return configured;
  const newSecret = randomBytes(32).toString('base64url');
  await db.insert(settings).values({ key: SESSION_SECRET, value: newSecret }).onConflictDoNothing();
  return (await findSessionSecret(db)) ?? newSecret;
}

/** The generated one. */
export async function findSessionSecret(db: Database): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, SESSION_SECRET));
  return row?.value ?? null;
}
