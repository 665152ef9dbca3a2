// An opt-out keyword stops all calls and texts until an opt-in keyword reverts it. Blocks set by agents or
// administrators stay.

import { and, eq, isNotNull } from 'drizzle-orm';
import { changeLeads } from '../leads/change-leads.ts';
import { readOptOutKeyword } from '../leads/core/consent/opt-out-keywords.ts';
import { upsertLead } from '../leads/lead-rows.ts';
import { cancelScheduledCalls } from '../leads/scheduled-calls/scheduled-calls.ts';
import { english } from '../platform/core/sentences.ts';
import { accounts, leads, messages, numbers } from '../platform/database/schema.ts';
import { maskNumber, readNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { transact, type WorkDeps } from '../platform/work-queue/transact.ts';

export interface IncomingText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

export async function receiveText(deps: WorkDeps, text: IncomingText): Promise<void> {
  await transact(deps, async (tx) => {
    const now = deps.clock.now();
    const [line] = await tx
      .select({ number: numbers, country: accounts.country_code })
      .from(numbers)
      .innerJoin(accounts, eq(accounts.id, numbers.account_id))
      .where(eq(numbers.phone_number, text.to));
    if (!line) {
      deps.log.warn({ message: text.sid }, 'text to an unassigned number');
      return;
    }
    const { account_id, team_id } = line.number;
    const phoneNumber = readNumber(text.from, line.country)?.phoneNumber ?? text.from.slice(0, 50);
    const lead = await upsertLead(tx, account_id, phoneNumber, line.country, 'inbound', {}, now);
    const [stored] = await tx
      .insert(messages)
      .values({
        account_id,
        lead_id: lead.id,
        direction: 'inbound',
        from_number: phoneNumber,
        to_number: text.to,
        body: text.body,
        status: 'sent',
        provider_sid: text.sid,
        created_at: new Date(now),
        concluded_at: new Date(now),
      })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    const keyword = stored ? readOptOutKeyword(text.body) : null;
    if (keyword === 'start') {
      const hasStopped = and(eq(leads.id, lead.id), isNotNull(leads.stopped_at));
      const reset = { do_not_call: false, stopped_at: null, updated_at: new Date(now) };
      if ((await changeLeads(tx, hasStopped, reset)).length > 0)
        deps.log.info({ lead: lead.id, team: team_id, from: maskNumber(phoneNumber) }, 'lead opted in');
    }
    if (keyword !== 'stop') return;
    await changeLeads(tx, eq(leads.id, lead.id), {
      do_not_call: true,
      // The lead can't lift a block that was already set by someone else.
      ...(lead.do_not_call ? {} : { stopped_at: new Date(now) }),
      updated_at: new Date(now),
    });
    await cancelScheduledCalls(tx, lead.id, english({ id: 'schedule.optedOut' }), now);
    deps.log.info({ lead: lead.id, team: team_id, from: maskNumber(phoneNumber) }, 'lead opted out');
  });
}
