import { HANDED_RESET_HOURS } from '@offhook/contract/limits';
import { getAccountRow } from '../../platform/database/account-rows.ts';
import { users } from '../../platform/database/schema.ts';
import type { ChangeContext, ChangeResult, Id } from '../settings/change.ts';
import { createToken } from './sign-in-tokens.ts';

/** For an administrator to hand over. @throws ApiError notFound */
export async function createResetLink(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult & { readonly token: string }> {
  await getAccountRow(tx, users, accountId, id);
  const expiresAt = at + HANDED_RESET_HOURS * 3_600_000;
  return { token: await createToken(tx, { user_id: id }, { at, expiresAt }), subject: `user ${id}: link` };
}
