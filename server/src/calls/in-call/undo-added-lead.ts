/** Restores a call's lead and number if the number dialed by Add Lead isn't reached. */

import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { toCallName } from '../../leads/core/call-name.ts';
import { Effect } from '../../platform/core/effects.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, effects, leads } from '../../platform/database/schema.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import type { CallFacts } from '../conversations.ts';
import type { Conversation } from '../core/conversation/conversation.ts';
import { openUsers } from '../core/own-calls.ts';
import { isLive } from '../core/parties.ts';

export async function undoAddedLead(
  { realtime }: { readonly realtime: RealtimePublisher },
  tx: Database,
  { afterCommit }: { readonly afterCommit: (() => void)[] },
  facts: CallFacts,
  before: Conversation,
  after: Conversation,
): Promise<void> {
  const failed = after.legs.filter(
    (leg) =>
      leg.kind === 'lead' &&
      leg.answeredAt === null &&
      !isLive(leg) &&
      before.legs.some((old) => old.id === leg.id && isLive(old)),
  );
  for (const leg of failed) {
    const [row] = await tx
      .select({ payload: effects.payload })
      .from(effects)
      .where(
        and(
          eq(effects.call_id, facts.id),
          eq(effects.kind, 'dial'),
          sql`${effects.payload}->>'legId' = ${String(leg.id)}`,
        ),
      );
    const dial = row ? z.parse(Effect, row.payload) : null;
    if (dial?.kind !== 'dial' || dial.added === undefined) continue;
    const { leadId, replacedLeadId, replacedNumber, replacedExtension = null } = dial.added;
    const [replaced] = await tx
      .select()
      .from(leads)
      .where(eq(leads.id, replacedLeadId ?? 0));
    const [undone] = await tx
      .update(calls)
      .set({
        lead_id: replacedLeadId,
        phone_number: replacedNumber,
        extension: replacedExtension,
        ...toCallName(replaced ?? null),
      })
      .where(and(eq(calls.id, facts.id), eq(calls.lead_id, leadId)))
      .returning({ id: calls.id });
    if (!undone) continue;
    const userIds = openUsers(after);
    afterCommit.push(() => realtime.callUpdated(facts.accountId, facts.id, userIds));
  }
}
