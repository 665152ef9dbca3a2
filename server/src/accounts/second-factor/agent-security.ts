import type { AgentSecurity } from '@offhook/contract/console/people/agent-entities';
import type { z } from 'zod/mini';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readFactors, readFactorUser } from './factors.ts';
import { listSessions } from './session-list.ts';

/** For administrators. @throws ApiError notFound */
export async function readAgentSecurity(
  db: Database,
  accountId: number,
  userId: number,
  now: number,
): Promise<z.infer<typeof AgentSecurity>> {
  await getAccountRow(db, users, accountId, userId);
  const user = await readFactorUser(db, userId);
  if (!user) throw new ApiError('notFound');
  const { passkeys, totp, recoveryCodes } = await readFactors(db, userId);
  const sessions = await listSessions(db, userId, now);
  return {
    passkeys,
    totp,
    recovery_codes: recoveryCodes,
    is_required: user.isRequired,
    sessions: sessions.map(({ tokenHash: _, ...session }) => session),
  };
}
