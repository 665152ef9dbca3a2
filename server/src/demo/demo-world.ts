import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { seedDemo } from './seed.ts';
import { DEMO_PASSWORD } from './users.ts';

/** @param now when the demo's history ends */
export function createDemoSeeder(now: number): (db: Database, recordingsFolder: string) => Promise<void> {
  return async (db, recordingsFolder) =>
    seedDemo(db, {
      now,
      recordingsFolder,
      hashKey: hashToken,
      passwordHash: await hashPassword(DEMO_PASSWORD),
    });
}
