import { hasPermission } from '@offhook/contract/accounts/permissions';
import type { Lead } from '@offhook/contract/leads/lead';
import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { findFirstTeam } from '../accounts/settings/teams.ts';
import { advance, notifyRingingAgents, type TransitionDeps } from '../calls/call-transitions.ts';
import { lockConversation } from '../calls/conversations.ts';
import { type CallbackOfCall, createCall } from '../calls/outbound/create-call.ts';
import { findTeamLine } from '../calls/outbound/lines.ts';
import { ringNextAgents } from '../calls/rings/ring-agents.ts';
import { checkContact, readAccountRules } from '../leads/contact-facts.ts';
import { nextAttempt, type ScheduledAttempt, sortByPriority } from '../leads/core/call-times/next-attempt.ts';
import { mayAgentCall } from '../leads/core/consent/callable.ts';
import { isOnDoNotCallListSql } from '../leads/do-not-call/do-not-call.ts';
import { rejectBusyLead } from '../leads/lead-busy.ts';
import { leadView, upsertLead } from '../leads/lead-rows.ts';
import { toCallback } from '../leads/scheduled-calls/callbacks.ts';
import { toLastCall } from '../leads/scheduled-calls/scheduled-calls.ts';
import { type Database, queryRows } from '../platform/database/database.ts';
import { presenceCutoff } from '../platform/database/query-time.ts';
import { calls, leads, profiles, scheduledCalls, teamMembers } from '../platform/database/schema.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { maskNumber, readNumberToCall } from '../platform/phone-numbers/phone-numbers.ts';
import { type EffectRow, markDone } from '../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../platform/work-queue/effects-worker.ts';
import { transact } from '../platform/work-queue/transact.ts';
import { FIRST_AGENT, heldFor, PRIORITY } from './pacing/due-rows.ts';
import { hasPendingResult } from './pacing/pending-results.ts';

export interface RetryRequest {
  readonly fname: string | null;
  readonly lname: string | null;
  readonly phone_number: string;
}

/** No user clicks this often. */
const MAX_PER_MINUTE = 20;

/** Rings only the requesting agent, once their phone is available, for a limited time. */
export async function retryLead(
  deps: TransitionDeps,
  user: SignedInUser,
  request: RetryRequest,
): Promise<Lead> {
  if (!hasPermission(user, 'app-retry')) throw new ApiError('forbidden');
  const account = await readAccountRules(deps.db, user.account_id);
  const number = readNumberToCall(request.phone_number, account.country, account.numbers, {
    dialsExtension: true,
  });
  return transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    const teamId = await findFirstTeam(tx, user.id);
    const names = { fname: request.fname, lname: request.lname };
    const lead = await upsertLead(
      tx,
      user.account_id,
      number.phoneNumber,
      user.country_code,
      'agent',
      names,
      now,
    );
    if (!mayAgentCall({ doNotCall: lead.do_not_call, isRemoved: lead.is_removed }))
      throw new ApiError('doNotCall');
    const view = leadView(lead, user.country_code);
    // The second click of a double click must not start another call.
    if (await hasOpenRequest(tx, user.id, lead.id)) return view;
    const { account_id: accountId } = user;
    await rejectBusyLead(tx, user.id, { accountId, leadId: lead.id, phoneNumber: number.phoneNumber });
    if (!deps.acceptsNewCalls()) throw new ApiError('startingAgain');
    await enforceRateLimit(tx, user.id, now);
    const line = await findTeamLine(tx, user.account_id, teamId);
    if (line === null) throw new ApiError('noNumber');
    const last = await readLastCall(tx, lead.id);
    const created = await createCall(tx, {
      accountId: user.account_id,
      type: 'lead',
      direction: 'outbound',
      line,
      lead,
      at: now,
      extension: number.extension,
      requestedBy: user.id,
      leadRetry: (last?.lead_retry ?? 0) + 1,
      previousCallId: last?.id ?? null,
    });
    if (created === null) throw new Error('a call without an idempotency key must always be created');
    const callId = created.facts.id;
    outbox.effects.push({ callId, dueAt: null, effect: { kind: 'offerToAsker' } });
    deps.log.info({ call: callId, user: user.id, to: maskNumber(number.phoneNumber) }, 'retry requested');
    return view;
  });
}

async function hasOpenRequest(tx: Database, userId: number, leadId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: calls.id })
    .from(calls)
    .where(
      and(
        eq(calls.lead_id, leadId),
        eq(calls.asked_by, userId),
        isNull(calls.claimed_by),
        isNull(calls.ended_at),
      ),
    )
    .limit(1);
  return row !== undefined;
}

async function readLastCall(tx: Database, leadId: number) {
  const [row] = await tx
    .select({ id: calls.id, lead_retry: calls.lead_retry })
    .from(calls)
    .where(eq(calls.lead_id, leadId))
    .orderBy(sql`${calls.id} desc`)
    .limit(1);
  return row;
}

async function enforceRateLimit(tx: Database, userId: number, now: number): Promise<void> {
  const [row] = await tx
    .select({ requested: sql<number>`count(*)::int` })
    .from(calls)
    .where(and(eq(calls.asked_by, userId), gt(calls.started_at, new Date(now - 60_000))));
  if ((row?.requested ?? 0) >= MAX_PER_MINUTE) throw new ApiError('tooManyRequests');
}

/** The agent's phone is in wrap-up until it gets the response, and then reports itself available. */
const POLL_MS = 100;
const OFFER_TIMEOUT_MS = 10_000;

export async function offerToRequester(deps: TransitionDeps, row: EffectRow): Promise<EffectResult> {
  return transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    const loaded = await lockConversation(tx, row.callId);
    if (!loaded || loaded.conversation.callUsers.length > 0) return { type: 'done' } as const;
    const { facts, conversation } = loaded;
    const offer = await ringNextAgents(tx, facts, conversation, {
      now,
      presenceCutoff: presenceCutoff(deps.clock),
    });
    if (offer.type === 'rung') {
      outbox.effects.push(...offer.effects);
      notifyRingingAgents(deps, outbox, facts, offer.conversation);
    } else if (now - facts.startedAt < OFFER_TIMEOUT_MS) {
      return { type: 'again', inMs: POLL_MS, error: offer.reason } as const;
    } else {
      const { status, reason } = offer;
      await advance(deps, tx, outbox, loaded, [{ type: 'noAgentLeft', status, reason, at: now }]);
    }
    await markDone(tx, [row.id], now);
    return { type: 'marked' } as const;
  });
}

// ── 'Check for lead' ────────────────────────────────────────────────────────────────────────────────────────────────

/** Rolls back the attempt, because the agent's phone can't ring now. */
class PhoneUnavailable extends Error {}

/** Null if no lead is due or the phone isn't available. */
export async function checkForLead(deps: TransitionDeps, user: SignedInUser): Promise<Lead | null> {
  if (!deps.acceptsNewCalls()) throw new ApiError('startingAgain');
  const account = await readAccountRules(deps.db, user.account_id);
  for (const due of await findDueLeads(deps, user)) {
    const { lead, teamId } = due;
    const verdict = await checkContact(deps, 'call', account, {
      phoneNumber: lead.phone_number,
      lead,
      teamId,
    });
    if (verdict.kind !== 'allowed') continue;
    try {
      if (await offerDueLead(deps, user, due)) return leadView(lead, user.country_code);
    } catch (error) {
      if (error instanceof PhoneUnavailable) return null;
      throw error;
    }
  }
  return null;
}

/** @returns false if another agent has just called the lead */
function offerDueLead(
  deps: TransitionDeps,
  user: SignedInUser,
  { lead, teamId, lastCallId, ...due }: DueLead,
): Promise<boolean> {
  return transact(deps, async (tx, outbox) => {
    const now = deps.clock.now();
    await tx.execute(sql`select 1 from ${leads} where id = ${lead.id} for update`);
    if (((await readLastCall(tx, lead.id))?.id ?? null) !== lastCallId) return false;
    if (await hasPendingResult(deps, tx, lead)) return false;
    const line = await findTeamLine(tx, user.account_id, teamId);
    if (line === null) return false;
    const created = await createCall(tx, {
      accountId: user.account_id,
      type: 'lead',
      direction: 'outbound',
      line,
      lead: { ...lead, is_removed: false },
      at: now,
      onlyIfNoneOpen: true,
      fulfills: due.callback ? 'callback' : 'attempt',
      callback: due.callback,
      requestedBy: user.id,
      retry: due.retry,
      leadRetry: due.leadRetry,
      previousCallId: lastCallId,
      ...(due.callback && { requestedAt: due.requestedAt }),
    });
    if (created === null) return false;
    const offer = await ringNextAgents(tx, created.facts, created.conversation, {
      now,
      presenceCutoff: presenceCutoff(deps.clock),
    });
    if (offer.type === 'none') throw new PhoneUnavailable();
    outbox.effects.push(...offer.effects);
    notifyRingingAgents(deps, outbox, created.facts, offer.conversation);
    deps.log.info({ call: created.facts.id, user: user.id }, 'agent rung for due lead');
    return true;
  });
}

const LOOKBACK_MS = 7 * 24 * 3_600_000;

interface DueLead extends ScheduledAttempt {
  readonly lead: typeof leads.$inferSelect;
  readonly teamId: number | null;
  readonly lastCallId: number | null;
  readonly callback: CallbackOfCall | null;
  readonly requestedAt?: Date;
}

async function findDueLeads({ db, clock }: TransitionDeps, user: SignedInUser): Promise<DueLead[]> {
  const now = clock.now();
  const scheduled = await db
    .select({
      row: scheduledCalls,
      lead: leads,
      lastCallId: sql<string | null>`(select max(one.id) from ${calls} one where one.lead_id = ${leads.id})`,
    })
    .from(scheduledCalls)
    .innerJoin(leads, eq(leads.id, scheduledCalls.lead_id))
    .where(
      and(
        eq(scheduledCalls.account_id, user.account_id),
        isNull(scheduledCalls.ended_at),
        lte(scheduledCalls.due_at, new Date(now)),
        sql`coalesce(${scheduledCalls.asked_by}, ${user.id}) = ${user.id}`,
        or(
          eq(FIRST_AGENT, user.id),
          isLeadOfAgent(user.id, sql`(${heldFor(now)})`, sql`${scheduledCalls.team_id}`),
        ),
      ),
    )
    .orderBy(
      isNull(scheduledCalls.callback_by),
      sql`case when ${scheduledCalls.callback_by} is not null then ${scheduledCalls.due_at} end`,
      PRIORITY,
    )
    .limit(MAX_CANDIDATES);
  const found = scheduled.map(({ row, lead, lastCallId }) => ({
    lead,
    teamId: row.team_id,
    lastCallId: lastCallId === null ? null : Number(lastCallId),
    callback: toCallback(row),
    requestedAt: row.requested_at,
    retry: row.retry,
    leadRetry: row.lead_retry,
    scheduledAt: (row.callback_by === null ? row.created_at : row.due_at).getTime(),
  }));
  return [
    ...sortByPriority(found.filter(({ callback }) => callback !== null)),
    ...sortByPriority(found.filter(({ callback }) => callback === null)),
    // The agent's phone doesn't count them as waiting.
    ...sortByPriority(await findDueByLastCall(db, user, now)),
  ];
}

const MAX_CANDIDATES = 100;

function isLeadOfAgent(userId: number, owner: SQL, teamId: SQL): SQL {
  return sql`(${owner} = ${userId} or ${owner} is null and ${teamId} in (
    select team_id from ${teamMembers} where user_id = ${userId}))`;
}

/** For calls made before scheduled calls were stored. */
async function findDueByLastCall(db: Database, user: SignedInUser, now: number): Promise<DueLead[]> {
  const since = new Date(now - LOOKBACK_MS).toISOString();
  const newest = await queryRows<{ id: string | number }>(
    db,
    sql`select max(call.id) as id from ${calls} call
      join ${leads} lead on lead.id = call.lead_id
      where call.account_id = ${user.account_id} and call.started_at > ${since}::timestamptz
        and not lead.do_not_call and not ${isOnDoNotCallListSql(sql`lead`)} and lead.removed_at is null
        and ${isLeadOfAgent(user.id, sql`lead.owner_user_id`, sql`call.team_id`)}
        and not exists (select 1 from ${scheduledCalls} scheduled where scheduled.lead_id = lead.id)
      group by call.lead_id`,
  );
  if (newest.length === 0) return [];
  const ids = sql.join(
    newest.map(({ id }) => sql`${Number(id)}`),
    sql`, `,
  );
  const rows = await db
    .select({ last: calls, lead: leads, profile: profiles })
    .from(calls)
    .innerJoin(leads, eq(leads.id, calls.lead_id))
    .innerJoin(profiles, eq(profiles.id, calls.profile_id))
    .where(sql`${calls.id} in (${ids})`);
  return rows.flatMap(({ last, lead, profile }) => {
    const next = nextAttempt(toLastCall(last), {
      retryMinutes: profile.retry_minutes,
      followupMinutes: profile.followup_minutes,
      hasFallback: false,
    });
    if (next === null || next.dueAt > now) return [];
    const { retry, leadRetry } = next;
    return [
      {
        lead,
        teamId: last.team_id,
        lastCallId: last.id,
        callback: null,
        retry,
        leadRetry,
        scheduledAt: last.started_at.getTime(),
      },
    ];
  });
}
