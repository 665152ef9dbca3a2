// A batch is one transaction: its leads, their calls, the lines of the report and the position in the file. So a process
// can die at any point, and the next one continues after the last batch.
import { eq, sql } from 'drizzle-orm';
import { findLineForLead, type LeadLine } from '../../calls/outbound/lines.ts';
import { addConsent } from '../../leads/consents/consents.ts';
import { toAccountRules } from '../../leads/contact-facts.ts';
import { type CallTime, earliestCallTime } from '../../leads/core/call-times/earliest-call-time.ts';
import { personTimeZones, rulesForNumber } from '../../leads/core/consent/callable.ts';
import { toFormFields } from '../../leads/core/merge-lead.ts';
import { callStart } from '../../leads/scheduled-calls/call-start.ts';
import { type StoredLead, storeLeads } from '../../leads/store-leads.ts';
import { english } from '../../platform/core/sentences.ts';
import { type Database, retryOnConflict, transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import {
  leadImportLines,
  leadImportPlans,
  leadImports,
  scheduledCalls,
} from '../../platform/database/schema.ts';
import { timeZonesOfNumber } from '../../platform/phone-numbers/number-time-zones.ts';
import { NOT_CALLED, scheduledOutcome } from '../earlier-calls.ts';
import { checkRows, DO_NOT_CALL, type FileOfPlan, type Invalid, type PlannedRow } from './import-rows.ts';
import { type Claim, lockClaim } from './plan-claims.ts';

type Line = typeof leadImportLines.$inferInsert;

export interface BatchCounts {
  readonly newLeads: number;
  readonly knownLeads: number;
  readonly rejected: number;
}

/** @param busyMs time since the previous batch @throws LeaseLost if another process has the import, or it was paused */
export function importBatch(
  { db, clock }: DatabaseAndClock,
  source: FileOfPlan,
  claim: Claim,
  batch: readonly PlannedRow[],
  busyMs: number,
): Promise<BatchCounts> {
  const now = clock.now();
  return retryOnConflict(() =>
    transaction(db, async (tx) => {
      await lockClaim(tx, claim, now);
      const lines = await importRows(tx, source, batch, now);
      return report(tx, source.file.id, lines, busyMs);
    }),
  );
}

/** The row that made its batch fail again and again. */
export function rejectRow(
  { db, clock }: DatabaseAndClock,
  { file }: FileOfPlan,
  claim: Claim,
  row: PlannedRow,
): Promise<BatchCounts> {
  const now = clock.now();
  const problem = {
    kind: 'invalid',
    problem: 'valueInvalid',
    reason: english({ id: 'import.failed' }),
  } as const;
  return transaction(db, async (tx) => {
    await lockClaim(tx, claim, now);
    return report(tx, file.id, [rejectedLine(file.id, row, problem)], 0);
  });
}

async function importRows(
  tx: Database,
  source: FileOfPlan,
  batch: readonly PlannedRow[],
  now: number,
): Promise<Line[]> {
  const { file, plan, account } = source;
  const team = await findLineForLead(tx, account.id, plan.team_id, null);
  const rows = await checkRows(tx, account.id, batch);
  const wanted = rows.flatMap(({ verdict, result }) => {
    const isWanted = verdict === 'new' || (verdict === 'known' && plan.known === 'update');
    return isWanted && result.kind === 'lead' ? [result] : [];
  });
  const stored = await storeLeads(
    tx,
    account.id,
    account.country_code,
    wanted.map(({ phoneNumber, lead, ownerId }) => ({
      phoneNumber,
      fields: { ...lead, ownerId, teamId: team?.teamId ?? null, formFields: toFormFields(lead.fields) },
    })),
    plan.known === 'update',
    now,
  );
  for (const { phoneNumber, lead } of wanted) {
    const { id, isBlocked = true } = stored.get(phoneNumber) ?? {};
    if (lead.consent && id !== undefined && !isBlocked)
      await addConsent(tx, id, lead.consent, { apiKeyId: null, idempotencyKey: null }, now);
  }
  const calls = await scheduleCalls(tx, source, team, wanted, stored, now);
  return rows.map((row): Line => {
    if (row.result.kind === 'invalid') return rejectedLine(file.id, row, row.result);
    if (typeof row.verdict === 'object') return rejectedLine(file.id, row, row.verdict);
    const lead = stored.get(row.result.phoneNumber);
    if (lead?.isBlocked) return rejectedLine(file.id, row, DO_NOT_CALL);
    const line = { import_id: file.id, line: row.line };
    if (!lead?.isNew) {
      const reason = english({ id: plan.known === 'update' ? 'import.updated' : 'import.skipped' });
      return { ...line, lead_id: lead?.id ?? row.leadId, outcome: 'known', reason };
    }
    const call = calls.get(lead.id);
    return {
      ...line,
      lead_id: lead.id,
      created_lead: true,
      outcome: call?.outcome ?? NOT_CALLED,
      reason: call?.reason ?? english({ id: 'import.added' }),
      scheduled_for: call?.at ?? null,
    };
  });
}

function rejectedLine(importId: number, { line, cells }: PlannedRow, { reason }: Invalid): Line {
  return { import_id: importId, line, outcome: 'refused', reason, cells };
}

interface LineCall {
  readonly at: Date | null;
  readonly outcome: string;
  readonly reason: string;
}

/** Of the new leads. They aren't spaced, because a due call waits until an agent is free. */
async function scheduleCalls(
  tx: Database,
  { plan, account }: FileOfPlan,
  team: LeadLine | null,
  wanted: readonly { readonly phoneNumber: string; readonly country: string | null }[],
  stored: ReadonlyMap<string, StoredLead>,
  now: number,
): Promise<ReadonlyMap<number, LineCall>> {
  const found = new Map<number, LineCall>();
  const isNew = ({ phoneNumber }: { readonly phoneNumber: string }) => {
    const lead = stored.get(phoneNumber);
    return lead?.isNew === true && !lead.isBlocked;
  };
  if (plan.calls === 'none' || team === null) return found;
  const { schedule, teamId } = team;
  const { rules, regionWindows, ...rest } = toAccountRules(account);
  const zone = schedule?.time_zone ?? account.time_zone;
  const times = new Map<string, { readonly time: CallTime; readonly outcome: string }>();
  const rows: (typeof scheduledCalls.$inferInsert)[] = [];
  for (const { phoneNumber, country } of wanted.filter(isNew)) {
    const lead = stored.get(phoneNumber);
    if (!lead) continue;
    if (team.line === null) {
      found.set(lead.id, { at: null, outcome: NOT_CALLED, reason: english({ id: 'import.noNumber' }) });
      continue;
    }
    const number = { country, zones: timeZonesOfNumber(phoneNumber) };
    const timeZones = personTimeZones(lead.timeZone, number, schedule?.time_zone ?? null, rest);
    const ofNumber = rulesForNumber(rules, regionWindows, phoneNumber);
    const key = `${timeZones.join()} ${ofNumber.fromMinute} ${ofNumber.toMinute}`;
    let known = times.get(key);
    if (known === undefined) {
      const from =
        plan.calls === 'at' && plan.call_date !== null
          ? callStart(timeZones, plan.call_date, plan.call_minute)
          : now;
      const contact = { doNotCall: false, isRemoved: false, timeZones, attempts: [] };
      const time = earliestCallTime({ schedule, contact, rules: ofNumber }, Math.max(from, now), from > now);
      const outcome =
        time.kind === 'never' ? NOT_CALLED : scheduledOutcome(null, time.at, '', zone, now).outcome;
      known = { time, outcome };
      times.set(key, known);
    }
    const { time, outcome } = known;
    if (time.kind === 'never') {
      found.set(lead.id, { at: null, outcome, reason: time.reason });
      continue;
    }
    const at = new Date(time.at);
    const reason = time.reason ?? english({ id: 'schedule.import' });
    found.set(lead.id, { at, outcome, reason });
    rows.push({
      account_id: account.id,
      lead_id: lead.id,
      team_id: teamId,
      due_at: at,
      reason,
      // All calls of an import have its start, by which they are canceled.
      requested_at: plan.started_at ?? new Date(now),
      created_at: new Date(now),
    });
  }
  if (rows.length > 0) await tx.insert(scheduledCalls).values(rows);
  return found;
}

async function report(
  tx: Database,
  importId: number,
  lines: readonly Line[],
  busyMs: number,
): Promise<BatchCounts> {
  await tx.insert(leadImportLines).values([...lines]);
  const newLeads = lines.filter(({ created_lead }) => created_lead).length;
  const rejected = lines.filter(({ outcome }) => outcome === 'refused').length;
  const knownLeads = lines.length - newLeads - rejected;
  const taken = newLeads + knownLeads;
  await tx
    .update(leadImports)
    .set({
      lines: sql`${leadImports.lines} + ${lines.length}`,
      taken: sql`${leadImports.taken} + ${taken}`,
      refused: sql`${leadImports.refused} + ${rejected}`,
    })
    .where(eq(leadImports.id, importId));
  await tx
    .update(leadImportPlans)
    .set({
      last_line: lines.at(-1)?.line ?? 0,
      new_leads: sql`${leadImportPlans.new_leads} + ${newLeads}`,
      known_leads: sql`${leadImportPlans.known_leads} + ${knownLeads}`,
      busy_ms: sql`${leadImportPlans.busy_ms} + ${Math.round(busyMs)}`,
      attempts: 0,
    })
    .where(eq(leadImportPlans.id, importId));
  return { newLeads, knownLeads, rejected };
}
