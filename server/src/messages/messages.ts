// Each text is sent at most once: if the provider's response is lost, the text is looked up at the provider instead of
// being sent again.

import { setTimeout as delay } from 'node:timers/promises';
import { hasPermission, mayText } from '@offhook/contract/accounts/permissions';
import {
  SMS_PER_AGENT_PER_DAY,
  SMS_PER_AGENT_PER_MINUTE,
  SMS_PER_LEAD_PER_DAY,
} from '@offhook/contract/limits';
import { and, count, desc, eq, gt, lte, ne, type SQL } from 'drizzle-orm';
import { readAccountRules, readContact } from '../leads/contact-facts.ts';
import { mayContact } from '../leads/core/consent/callable.ts';
import { backOff } from '../platform/core/retry.ts';
import { type Database, insert, transaction } from '../platform/database/database.ts';
import { leads, messages, numbers } from '../platform/database/schema.ts';
import { lockUserCall } from '../platform/database/user-call.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { findNumberError, maskNumber } from '../platform/phone-numbers/phone-numbers.ts';
import type { Telephony } from '../platform/telephony/telephony.ts';
import type { WebhookUrls } from '../platform/telephony/webhook-urls.ts';
import { type EffectRow, markDone } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import { transact, type WorkDeps } from '../platform/work-queue/transact.ts';
import { DELIVERY_STATUSES, isProgress } from './core/text-delivery.ts';
import { recheckAutomaticText } from './recheck-automatic-text.ts';

/** Without a request key, an identical text within this time counts as a repeated request. */
const REPEAT_WINDOW_MS = 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** The phone waits 10 s for the response. */
const RESPONSE_TIMEOUT_MS = 9_000;
const POLL_MS = 50;

/**
 * Resolves when the provider has accepted the text. `requestKey` is the phone's idempotency key.
 * @throws the ApiErrors of `lockUserCall` and `findNumberError`, and forbidden, doNotText, noTextConsent, textLater with
 * the reason, noNumber, tooManyTexts, tooManyTextsToLead, messageFailed
 */
export async function sendTextToLead(
  deps: WorkDeps,
  user: SignedInUser,
  callId: number,
  body: string,
  requestKey: string | null,
): Promise<void> {
  if (!hasPermission(user, 'app-sms')) throw new ApiError('forbidden');
  const messageId = await transact(deps, async (tx, outbox) => {
    const { call } = await lockUserCall(tx, user, callId);
    const now = deps.clock.now();
    const same = await findSameMessage(tx, user.id, callId, body, requestKey, now);
    if (same !== null && same.status !== 'failed') return same.id;
    if (call.lead_id === null) throw new ApiError('messageFailed');
    const [lead] = await tx.select().from(leads).where(eq(leads.id, call.lead_id)).for('no key update');
    if (!lead || !mayText(user, lead)) throw new ApiError('messageFailed');
    const account = await readAccountRules(tx, user.account_id);
    const numberErrorCode = findNumberError(lead.phone_number, account.numbers);
    if (numberErrorCode !== null) throw new ApiError(numberErrorCode);
    const person = { phoneNumber: lead.phone_number, lead, teamId: call.team_id };
    const { contact, rules } = await readContact(tx, account, person, now);
    const verdict = mayContact('text', contact, rules, now);
    if (verdict.kind === 'blocked')
      throw new ApiError(verdict.reason.id === 'error.noTextConsent' ? 'noTextConsent' : 'doNotText');
    if (verdict.kind === 'later') throw new ApiError('textLater', verdict.reason);
    const [number] =
      call.number_id === null ? [] : await tx.select().from(numbers).where(eq(numbers.id, call.number_id));
    if (!number) throw new ApiError('noNumber');
    if (!same) await enforceTextLimits(tx, user.id, lead.id, now);
    const { id } =
      same ??
      (await insert(tx, messages, {
        account_id: user.account_id,
        lead_id: lead.id,
        call_id: callId,
        user_id: user.id,
        from_number: number.phone_number,
        to_number: lead.phone_number,
        body,
        status: 'sending',
        request_key: requestKey,
        created_at: new Date(now),
      }));
    if (same) await tx.update(messages).set({ status: 'sending', body }).where(eq(messages.id, id));
    outbox.effects.push({ callId, dueAt: null, effect: { kind: 'sendText', messageId: id } });
    return id;
  });
  if ((await waitForStatus(deps.db, messageId)) !== 'sent') throw new ApiError('messageFailed');
}

async function enforceTextLimits(tx: Database, userId: number, leadId: number, now: number): Promise<void> {
  const sent = async (filter: SQL, withinMs: number): Promise<number> => {
    const [row] = await tx
      .select({ sent: count() })
      .from(messages)
      .where(
        and(
          filter,
          eq(messages.direction, 'outbound'),
          ne(messages.status, 'failed'),
          gt(messages.created_at, new Date(now - withinMs)),
          lte(messages.created_at, new Date(now)),
        ),
      );
    return row?.sent ?? 0;
  };
  const byAgent = eq(messages.user_id, userId);
  if ((await sent(byAgent, MINUTE_MS)) >= SMS_PER_AGENT_PER_MINUTE) throw new ApiError('tooManyTexts');
  if ((await sent(byAgent, DAY_MS)) >= SMS_PER_AGENT_PER_DAY) throw new ApiError('tooManyTexts');
  if ((await sent(eq(messages.lead_id, leadId), DAY_MS)) >= SMS_PER_LEAD_PER_DAY)
    throw new ApiError('tooManyTextsToLead');
}

async function findSameMessage(
  tx: Database,
  userId: number,
  callId: number,
  body: string,
  requestKey: string | null,
  now: number,
): Promise<typeof messages.$inferSelect | null> {
  if (requestKey !== null) {
    const [known] = await tx
      .select()
      .from(messages)
      .where(and(eq(messages.user_id, userId), eq(messages.request_key, requestKey)));
    if (known) return known;
  }
  const [last] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.call_id, callId), eq(messages.user_id, userId)))
    .orderBy(desc(messages.id))
    .limit(1);
  if (!last || last.status === 'failed' || last.body !== body) return null;
  return now - last.created_at.getTime() < REPEAT_WINDOW_MS ? last : null;
}

/** Polls the row, because another process may send the text. */
async function waitForStatus(db: Database, messageId: number): Promise<'sending' | 'sent' | 'failed'> {
  const end = performance.now() + RESPONSE_TIMEOUT_MS;
  for (;;) {
    const [row] = await db
      .select({ status: messages.status })
      .from(messages)
      .where(eq(messages.id, messageId));
    const status = row?.status ?? 'failed';
    if (status !== 'sending' || performance.now() > end) return status;
    await delay(POLL_MS);
  }
}

const CLOCK_SKEW_MS = 5_000;
const MAX_LOOKUPS = 10;

/** Attempted once: a text that was reported to the agent as failed must not be sent later. */
export async function sendText(
  deps: WorkDeps & { readonly telephony: Telephony; readonly urls: WebhookUrls },
  row: EffectRow,
  messageId: number,
): Promise<EffectResult> {
  const [message] = await deps.db.select().from(messages).where(eq(messages.id, messageId));
  if (message?.status !== 'sending') return { type: 'done' };
  const { from_number: from, to_number: to, body } = message;
  if (row.attempts === 1) {
    const recheck = message.user_id === null ? await recheckAutomaticText(deps, row, message) : null;
    if (recheck !== null) return recheck;
    const statusCallback = deps.urls.textStatus(messageId);
    const outcome = await deps.telephony.sendText({ from, to, body, statusCallback });
    if (outcome.ok) return saveOutcome(deps, row, message, outcome.value);
    if (outcome.kind !== 'unclear') {
      deps.log.warn({ message: messageId, code: outcome.code, reason: outcome.message }, 'text not sent');
      return saveOutcome(deps, row, message, null);
    }
  }
  const found = await deps.telephony.textsTo(to);
  if (!found.ok) {
    if (row.attempts >= MAX_LOOKUPS) return saveOutcome(deps, row, message, null);
    return { type: 'again', inMs: backOff(row.attempts), error: `${found.kind}: ${found.message}` };
  }
  for (const text of found.value) {
    if (text.body !== body || text.from !== from) continue;
    if (text.createdAt !== null && text.createdAt < message.created_at.getTime() - CLOCK_SKEW_MS) continue;
    const [known] = await deps.db
      .select({ id: messages.id })
      .from(messages)
      .where(eq(messages.provider_sid, text.sid));
    if (!known) return saveOutcome(deps, row, message, text.sid);
  }
  return saveOutcome(deps, row, message, null);
}

/** @param sid null when the text wasn't sent */
async function saveOutcome(
  { db, clock, log }: WorkDeps,
  row: EffectRow,
  message: typeof messages.$inferSelect,
  sid: string | null,
): Promise<EffectResult> {
  const now = clock.now();
  await transaction(db, async (tx) => {
    await tx
      .update(messages)
      .set({
        status: sid === null ? 'failed' : 'sent',
        provider_sid: sid,
        concluded_at: new Date(now),
      })
      .where(and(eq(messages.id, message.id), eq(messages.status, 'sending')));
    await markDone(tx, [row.id], now);
  });
  if (sid !== null) log.info({ message: message.id, to: maskNumber(message.to_number) }, 'text sent');
  return { type: 'marked' };
}

export interface TextCallback {
  readonly messageId: number;
  readonly sid: string;
  readonly status: string;
  readonly errorCode: number | null;
}

/** A delivery callback also confirms a text whose response was lost. */
export async function handleTextCallback(deps: WorkDeps, report: TextCallback): Promise<void> {
  const status = DELIVERY_STATUSES.find((one) => one === report.status);
  if (status === undefined) return;
  await transaction(deps.db, async (tx) => {
    const [message] = await tx.select().from(messages).where(eq(messages.id, report.messageId)).for('update');
    if (message?.direction !== 'outbound') return;
    if (message.provider_sid !== null && message.provider_sid !== report.sid) return;
    if (message.provider_sid === null)
      await tx
        .update(messages)
        .set({ status: 'sent', provider_sid: report.sid, concluded_at: new Date(deps.clock.now()) })
        .where(eq(messages.id, message.id));
    if (!isProgress(message.delivery, status)) return;
    await tx
      .update(messages)
      .set({ delivery: status, delivery_error: report.errorCode })
      .where(eq(messages.id, message.id));
    if (status === 'undelivered' || status === 'failed')
      deps.log.warn({ message: message.id, status, code: report.errorCode }, 'text not delivered');
  });
}
