/** Automatic texts are checked again when they are due, because they may have waited for hours. */
import { and, eq, gt } from 'drizzle-orm';
import { readAccountRules, readContact } from '../leads/contact-facts.ts';
import { mayContact } from '../leads/core/consent/callable.ts';
import { type Database, transaction } from '../platform/database/database.ts';
import { calls, leads, messages } from '../platform/database/schema.ts';
import { type EffectRow, markDone, postpone } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import type { WorkDeps } from '../platform/work-queue/transact.ts';
import { type AutomaticTextDecision, decideAutomaticText } from './core/automatic-text.ts';

type Message = typeof messages.$inferSelect;

export async function recheckAutomaticText(
  { db, clock, log, worker }: WorkDeps,
  row: EffectRow,
  message: Message,
): Promise<EffectResult | null> {
  const now = clock.now();
  const decided = await decide(db, message, now);
  switch (decided.kind) {
    case 'send':
      return null;
    case 'wait':
      await postpone(db, row.id, worker.process, decided.at, 'outside texting hours', {
        resetAttempts: true,
      });
      return { type: 'marked' };
    case 'drop':
      await transaction(db, async (tx) => {
        await tx
          .update(messages)
          .set({ status: 'failed', not_sent_reason: decided.reason, concluded_at: new Date(now) })
          .where(and(eq(messages.id, message.id), eq(messages.status, 'sending')));
        await markDone(tx, [row.id], now);
      });
      log.info({ message: message.id, reason: decided.reason }, 'text not sent');
      return { type: 'marked' };
    default:
      return decided satisfies never;
  }
}

async function decide(db: Database, message: Message, now: number): Promise<AutomaticTextDecision> {
  const [row] = await db
    .select({ lead: leads, teamId: calls.team_id })
    .from(leads)
    .leftJoin(calls, eq(calls.id, message.call_id ?? 0))
    .where(eq(leads.id, message.lead_id));
  if (!row) throw new Error(`message ${message.id} has no lead`);
  const account = await readAccountRules(db, message.account_id);
  const person = { phoneNumber: message.to_number, lead: row.lead, teamId: row.teamId };
  const { contact, rules } = await readContact(db, account, person, now);
  return decideAutomaticText(mayContact('text', contact, rules, now), await wasReached(db, message));
}

async function wasReached(db: Database, { lead_id, created_at }: Message): Promise<boolean> {
  const talks = await db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.lead_id, lead_id), gt(calls.talk_started_at, created_at)))
    .limit(1);
  return talks.length > 0;
}
