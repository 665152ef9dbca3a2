import { and, eq } from 'drizzle-orm';
import { changeLeads } from '../../leads/change-leads.ts';
import { type Database, transaction } from '../../platform/database/database.ts';
import { callUsers, leads, tags } from '../../platform/database/schema.ts';
import { lockUserCall } from '../../platform/database/user-call.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SignedInUser } from '../../platform/http/caller.ts';

/**
 * Also tags the lead, but only for the agent who handled the call, so that a supervisor doesn't overwrite that tag.
 * @throws the ApiErrors that `lockUserCall` throws, and badTag for a key that the call's profile doesn't have
 */
export async function setTag(db: Database, user: SignedInUser, callId: number, key: string): Promise<void> {
  await transaction(db, async (tx) => {
    const { call, callUser } = await lockUserCall(tx, user, callId);
    const [tag] =
      call.profile_id === null
        ? []
        : await tx
            .select({ id: tags.id })
            .from(tags)
            .where(and(eq(tags.profile_id, call.profile_id), eq(tags.key, key)));
    if (!tag) throw new ApiError('badTag');
    await tx.update(callUsers).set({ tag_id: tag.id }).where(eq(callUsers.id, callUser.id));
    if (call.agent_id === user.id && call.lead_id !== null)
      await changeLeads(tx, eq(leads.id, call.lead_id), { tag_id: tag.id });
  });
}
