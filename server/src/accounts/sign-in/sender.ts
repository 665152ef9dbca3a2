import { may } from '@offhook/contract/permissions';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Account } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Api } from '../../platform/http/route.ts';
import type { Actor } from '../settings/change.ts';
import { accountOfUser } from './api-keys.ts';
export interface Sender {
  readonly account: Account;
  /** null: it came with a key. */
  readonly by: Actor | null;
}

export async function senderOf(
  api: Api,
  db: Database,
  request: FastifyRequest,
  changes: boolean,
): Promise<Sender> {
  if (request.headers.authorization !== undefined) {
    const { account } = await api.admit(request, 'api-key', changes);
    if (account === null) throw new Refusal('unauthenticated');
    return { account, by: null };
  }
  const { session } = await api.admit(request, 'user', changes);
  if (!session?.user) throw new Refusal('unauthenticated');
  const { user } = session;
  if (!may(user, 'admin')) throw new Refusal('forbidden');
  return { account: await accountOfUser(db, user), by: { user, address: request.ip } };
}
