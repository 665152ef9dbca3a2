import { hasPermission } from '@offhook/contract/accounts/permissions';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Account } from '../../platform/http/caller.ts';
import type { Api } from '../../platform/http/route.ts';
import type { Actor } from '../settings/change.ts';
import { getUserAccount } from './api-keys.ts';
export interface Sender {
  readonly account: Account;
  readonly actor: Actor | null;
}

export async function authenticateSender(
  api: Api,
  db: Database,
  request: FastifyRequest,
  isChange: boolean,
): Promise<Sender> {
  if (request.headers.authorization !== undefined) {
    const { account } = await api.authorize(request, 'api-key', isChange);
    if (account === null) throw new ApiError('unauthenticated');
    return { account, actor: null };
  }
  const { session } = await api.authorize(request, 'user', isChange);
  if (!session?.user) throw new ApiError('unauthenticated');
  const { user } = session;
  if (!hasPermission(user, 'admin')) throw new ApiError('forbidden');
  return { account: await getUserAccount(db, user), actor: { user, address: request.ip } };
}
