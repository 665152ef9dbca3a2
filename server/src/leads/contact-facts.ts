/** Reads the facts for the calling rules of `core/callable.ts`. */

import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { teamHours } from '../accounts/settings/hours/team-hours.ts';
import { findFirstTeam } from '../accounts/settings/teams.ts';
import type { Sentence } from '../platform/core/sentences.ts';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { accounts, calls, leads, teams } from '../platform/database/schema.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { timeZonesOfNumber } from '../platform/phone-numbers/number-time-zones.ts';
import {
  ANY_NUMBER,
  findNumberError,
  type NumberRules,
  readNumber,
  readNumberToCall,
  toNumberRules,
} from '../platform/phone-numbers/phone-numbers.ts';
import { hasTextConsent } from './consents/consents.ts';
import {
  ATTEMPT_WINDOW_MS,
  type CallingRules,
  type Channel,
  type Contact,
  mayContact,
  personTimeZones,
  type RegionWindow,
  rulesForNumber,
  type Verdict,
} from './core/consent/callable.ts';
import { leadBusySentence } from './core/lead-busy.ts';
import { isOnDoNotCallList } from './do-not-call/do-not-call.ts';
import { readLeadBusy } from './lead-busy.ts';
import { hasPendingRemoval } from './pending-removal.ts';

export interface CallableResponse {
  readonly success: true;
  readonly allowed: boolean;
  readonly reason: Sentence | null;
  /** ISO 8601. Null if allowed now or never. */
  readonly next: string | null;
  readonly busy: boolean;
}

export async function readCallable(
  deps: DatabaseAndClock,
  user: SignedInUser,
  phoneNumber: string,
): Promise<CallableResponse> {
  const { db } = deps;
  const account = await readAccountRules(db, user.account_id);
  const number = readNumberToCall(phoneNumber, account.country, ANY_NUMBER, { dialsExtension: true });
  const no = { success: true, allowed: false, next: null, busy: false } as const;
  const error = findNumberError(number.phoneNumber, account.numbers);
  if (error !== null) return { ...no, reason: { id: `error.${error}` } };
  const [lead] = await db
    .select()
    .from(leads)
    .where(and(eq(leads.account_id, user.account_id), eq(leads.phone_number, number.phoneNumber)));
  const teamId = lead?.team_id ?? (await findFirstTeam(db, user.id));
  const verdict = await checkContact(deps, 'call', account, {
    phoneNumber: number.phoneNumber,
    lead: lead ?? null,
    teamId,
  });
  if (verdict.kind === 'blocked') return { ...no, reason: verdict.reason };
  const call = { accountId: user.account_id, leadId: lead?.id ?? null, phoneNumber: number.phoneNumber };
  const busy = await readLeadBusy(db, user.id, call);
  if (busy !== null) return { ...no, reason: leadBusySentence(busy), busy: true };
  switch (verdict.kind) {
    case 'allowed':
      return { ...no, allowed: true, reason: null };
    case 'later':
      return { ...no, reason: verdict.reason, next: new Date(verdict.next).toISOString() };
    default:
      return verdict satisfies never;
  }
}

export interface AccountRules {
  readonly id: number;
  readonly country: string;
  readonly timeZone: string;
  readonly rules: CallingRules;
  readonly regionWindows: readonly RegionWindow[];
  readonly numbers: NumberRules;
}

export async function readAccountRules(db: Database, accountId: number): Promise<AccountRules> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!row) throw new Error(`no account ${accountId}`);
  return toAccountRules(row);
}

export function toAccountRules(row: typeof accounts.$inferSelect): AccountRules {
  return {
    id: row.id,
    country: row.country_code,
    timeZone: row.time_zone,
    rules: {
      fromMinute: row.calling_from_minute,
      toMinute: row.calling_to_minute,
      attemptsPerDay: row.attempts_per_day,
      texting:
        row.texting_from_minute === null || row.texting_to_minute === null
          ? null
          : { fromMinute: row.texting_from_minute, toMinute: row.texting_to_minute },
      textsNeedConsent: row.texts_need_consent,
    },
    regionWindows: row.region_windows,
    numbers: toNumberRules(row),
  };
}

export async function checkContact(
  { db, clock }: DatabaseAndClock,
  channel: Channel,
  account: AccountRules,
  person: Person,
): Promise<Verdict> {
  const now = clock.now();
  const { contact, rules } = await readContact(db, account, person, now);
  return mayContact(channel, contact, rules, now);
}

export interface Person {
  readonly phoneNumber: string;
  readonly lead: Pick<typeof leads.$inferSelect, 'id' | 'do_not_call' | 'removed_at' | 'time_zone'> | null;
  readonly teamId: number | null;
  /** The team's schedule, if the caller has read it. */
  readonly schedule?: WeeklySchedule | null;
}

export async function readContact(
  db: Database,
  account: AccountRules,
  { lead, teamId, phoneNumber, schedule }: Person,
  now: number,
): Promise<{ contact: Contact; rules: CallingRules }> {
  const numberErrorCode = findNumberError(phoneNumber, account.numbers);
  // Not needed for a lead with its own time zone, which takes precedence.
  const team = schedule === undefined && !lead?.time_zone ? await readSchedule(db, teamId) : schedule;
  const contact = {
    numberError: numberErrorCode === null ? null : ({ id: `error.${numberErrorCode}` } as const),
    doNotCall: lead?.do_not_call || (await isOnDoNotCallList(db, account.id, phoneNumber)),
    isRemoved: lead !== null && (lead.removed_at !== null || (await hasPendingRemoval(db, lead.id))),
    timeZones: personTimeZones(
      lead?.time_zone ?? null,
      {
        country: readNumber(phoneNumber, account.country)?.country ?? null,
        zones: timeZonesOfNumber(phoneNumber),
      },
      team?.time_zone ?? null,
      account,
    ),
    attempts: lead && account.rules.attemptsPerDay !== null ? await readAttempts(db, lead.id, now) : [],
    agreedToTexts: account.rules.textsNeedConsent && lead ? await hasTextConsent(db, lead.id) : false,
  };
  return { contact, rules: rulesForNumber(account.rules, account.regionWindows, phoneNumber) };
}

/** Null if there's no team, or it's always open. */
export async function readSchedule(db: Database, teamId: number | null): Promise<WeeklySchedule | null> {
  if (teamId === null) return null;
  const [team] = await db
    .select({ schedule: teamHours(sql`${teams}`) })
    .from(teams)
    .where(eq(teams.id, teamId));
  return team?.schedule ?? null;
}

async function readAttempts(db: Database, leadId: number, now: number): Promise<number[]> {
  const rows = await db
    .select({ at: calls.started_at })
    .from(calls)
    .where(
      and(
        eq(calls.lead_id, leadId),
        eq(calls.direction, 'outbound'),
        isNotNull(calls.claimed_by),
        gt(calls.started_at, new Date(now - ATTEMPT_WINDOW_MS)),
      ),
    )
    .orderBy(desc(calls.id));
  return rows.map(({ at }) => at.getTime());
}
