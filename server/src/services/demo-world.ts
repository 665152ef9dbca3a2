import { hashPassword } from '../adapters/passwords.ts';
import type { Database } from '../store/database.ts';
import { DEMO_PASSWORD } from '../store/demo/people.ts';
import { seedDemo } from '../store/demo/seed.ts';
import { hashToken } from './sessions.ts';

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
