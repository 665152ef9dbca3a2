import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { users } from './schema.ts';

/** Gives a user the right to join colleagues' calls, and with it to start conferences. */
export async function makeSupervisor(db: Database, userId: number): Promise<void> {
  await db
    .update(users)
    .set({ permissions: ['listen'] })
    .where(eq(users.id, userId));
}
