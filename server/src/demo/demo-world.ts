import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { hashToken } from '../accounts/sign-in/sessions.ts';
import type { Database } from '../platform/database/database.ts';
import { DEMO_PASSWORD } from './people.ts';
import { seedDemo } from './seed.ts';

/** What fills a new database with the demo world. @param now the moment its past is counted back from */
export function seedDemoWorld(now: number): (db: Database, recordingsFolder: string) => Promise<void> {
  return async (db, recordingsFolder) =>
    seedDemo(db, {
      now,
      recordingsFolder,
      hashKey: hashToken,
      passwordHash: await hashPassword(DEMO_PASSWORD),
    });
}
