/** Texts that leads send: kept with the lead; a word that asks to stop is a promise of ours from then on. */
import { eq } from 'drizzle-orm';
import { asksToStop } from '../core/stop-words.ts';
import { accounts, leads, messages, numbers } from '../store/schema.ts';
import { upsertLead } from './call-making.ts';
import { type StepParts, transact } from './call-steps.ts';
import { masked, readNumber } from './phone-numbers.ts';
import { dropPlans } from './planned-calls.ts';

export interface IncomingText {
  readonly sid: string;
  readonly from: string;
  /** One of the account's numbers. */
  readonly to: string;
  readonly body: string;
}

/** A text that is told twice is one. */
export async function takeText(parts: StepParts, text: IncomingText): Promise<void> {
  await transact(parts, async (tx) => {
    const now = parts.clock.now();
    const [line] = await tx
      .select({ number: numbers, country: accounts.country_code })
      .from(numbers)
      .innerJoin(accounts, eq(accounts.id, numbers.account_id))
      .where(eq(numbers.phone_number, text.to));
    if (!line) {
      parts.log.warn({ message: text.sid }, 'text to an unknown number');
      return;
    }
    const { account_id, team_id } = line.number;
    const phone = readNumber(text.from, line.country)?.e164 ?? text.from.slice(0, 50);
    const lead = await upsertLead(tx, account_id, phone, line.country, 'inbound', {}, now);
    const [stored] = await tx
      .insert(messages)
      .values({
        account_id,
        lead_id: lead.id,
        direction: 'inbound',
        from_number: phone,
        to_number: text.to,
        body: text.body,
        status: 'sent',
        provider_sid: text.sid,
        created_at: new Date(now),
        concluded_at: new Date(now),
      })
      .onConflictDoNothing()
      .returning({ id: messages.id });
    if (!stored || !asksToStop(text.body)) return;
    await tx
      .update(leads)
      .set({ do_not_call: true, updated_at: new Date(now) })
      .where(eq(leads.id, lead.id));
    await dropPlans(tx, lead.id, 'The lead asked to stop', now);
    parts.log.info({ lead: lead.id, team: team_id, from: masked(phone) }, 'lead asked to stop');
  });
}
