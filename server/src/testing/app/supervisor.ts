import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../../platform/database/schema.ts';

const PERMISSIONS = ['app-sms', 'app-retry', 'app-autoaccept', 'listen'];

export async function makeSupervisor(db: Database, userId: number): Promise<void> {
  await db.update(users).set({ permissions: PERMISSIONS }).where(eq(users.id, userId));
}
