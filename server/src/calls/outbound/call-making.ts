/** Rows that every kind of new call needs. */

import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { RecordingRegion } from '../../accounts/core/recording-regions.ts';
import { utteranceOf } from '../../accounts/core/utterance.ts';
import { callNameOf } from '../../leads/core/call-name.ts';
import type { LeadRow } from '../../leads/lead-rows.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import {
  accounts,
  calls,
  numbers,
  plannedCalls,
  profiles,
  teams,
  users,
} from '../../platform/database/schema.ts';
import { announces, type CallFacts } from '../conversations.ts';
import type { Call } from '../core/call-lifecycle.ts';
import type { Conversation } from '../core/conversation/conversation.ts';

export interface NewCall {
  readonly accountId: number;
  readonly type: 'lead' | 'outbound' | 'inbound' | 'conference';
  readonly direction: 'inbound' | 'outbound';
  readonly line: Line;
  /** null: a call among agents, or from an unknown number. */
  readonly lead: LeadRow | null;
  /** Of the other party, where there is no lead. */
  readonly phoneNumber?: string;
  /** Dialled after the answer; without it, the extension of the previous call. */
  readonly extension?: string | null;
  readonly intakeKey?: string;
  /** Only when no other call with the lead, or with the lead's number, is under way. */
  readonly unlessOpen?: boolean;
  /** It is what was promised to the lead, however it came to be made. */
  readonly keepsPromises?: boolean;
  /** The agent who asked for it: nobody else is rung. */
  readonly askedBy?: number;
  /** Which further try this is: to reach an agent, to reach the lead; after which call. */
  readonly retry?: number | null;
  readonly leadRetry?: number | null;
  readonly previousCallId?: number | null;
  /** Another team's one try. */
  readonly isFallback?: boolean;
  /** When the lead came, or the call was promised; without it: now. */
  readonly requestedAt?: Date;
  /** The moment for which it was promised. */
  readonly plannedFor?: Date;
  readonly at: number;
}

/** How a call is made or came: over which number, for which team, by which profile. */
export interface Line {
  readonly teamId: number | null;
  readonly numberId: number;
  readonly phoneNumber: string;
  readonly profile: LineProfile | null;
}

type LineProfile = Pick<
  typeof profiles.$inferSelect,
  'id' | 'records' | 'announces_recording' | 'announces_by_region' | 'mode' | 'rotation'
> &
  /** What only callers hear. */
  Partial<Pick<typeof profiles.$inferSelect, 'welcome_message' | 'voicemail_greeting' | 'greeting_language'>>;

/** 64 bits come as text from PostgreSQL and as a number from the embedded database. */
type Id = string | number;

export interface MadeCall {
  readonly facts: CallFacts;
  readonly conversation: Conversation;
}

/**
 * `null`: nothing was added, because the lead is in a call that is not over (`unlessOpen`), or because the request of
 * this key made one before. The lead's row is locked by this transaction, as `upsertLead` leaves it.
 */
export async function addCall(tx: Database, call: NewCall): Promise<MadeCall | null> {
  const { line, lead, at, accountId, type, direction } = call;
  const profileId = line.profile?.id ?? null;
  const extension =
    call.extension === undefined
      ? sql`(select before.extension from ${calls} before where before.id = ${call.previousCallId ?? null}::bigint)`
      : sql`${call.extension}`;
  const { lead_fname, lead_lname, lead_label } = callNameOf(lead);
  const [row] = await queryRows<{
    id: Id;
    extension: string | null;
    regions: readonly RecordingRegion[];
  }>(
    tx,
    sql`with made as (insert into ${calls} (account_id, type, direction, status, team_id, profile_id, lead_id,
        number_id, phone_number, intake_key, started_at, asked_by, retry, lead_retry, previous_call_id, is_fallback,
        requested_at, planned_for, lead_fname, lead_lname, lead_label, extension)
      select ${accountId}::bigint, ${type}, ${direction}, 'ringing', ${line.teamId}::bigint, ${profileId}::bigint,
        ${lead?.id ?? null}::bigint, ${line.numberId}::bigint, ${lead?.phone_number ?? call.phoneNumber ?? null}, ${call.intakeKey ?? null},
        ${new Date(at).toISOString()}::timestamptz, ${call.askedBy ?? null}::bigint, ${call.retry ?? null}::integer,
        ${call.leadRetry ?? null}::integer, ${call.previousCallId ?? null}::bigint,
        ${call.isFallback ?? false}::boolean, ${(call.requestedAt ?? new Date(at)).toISOString()}::timestamptz,
        ${call.plannedFor?.toISOString() ?? null}::timestamptz, ${lead_fname}, ${lead_lname}, ${lead_label},
        ${extension}
      where not ${call.unlessOpen ?? false}::boolean or not exists (
        select 1 from ${calls} present where present.account_id = ${accountId}::bigint and present.ended_at is null
          and (present.lead_id = ${lead?.id ?? null}::bigint or present.phone_number = ${lead?.phone_number ?? null}))
      on conflict (account_id, intake_key) do nothing
      returning id, extension${call.keepsPromises && lead ? keeping(lead.id, at) : sql``}) select id, extension,
        (select recording_regions from ${accounts} where ${accounts.id} = ${accountId}::bigint) as regions from made`,
  );
  if (!row) return null;
  const id = Number(row.id);
  return {
    facts: {
      id,
      accountId,
      teamId: line.teamId,
      profileId,
      leadId: lead?.id ?? null,
      ownerId: lead?.owner_user_id ?? null,
      askedBy: call.askedBy ?? null,
      phoneNumber: lead?.phone_number ?? call.phoneNumber ?? null,
      extension: row.extension,
      fromNumber: line.phoneNumber,
      conferenceSid: null,
      records: line.profile?.records ?? false,
      announces: announces(line.profile, row.regions, lead?.phone_number ?? call.phoneNumber ?? null),
      mode: line.profile?.mode ?? 'simultaneous',
      rotation: line.profile?.rotation ?? 0,
      welcome: utteranceOf(line.profile?.welcome_message, line.profile?.greeting_language),
      greeting: utteranceOf(line.profile?.voicemail_greeting, line.profile?.greeting_language),
      startedAt: at,
      seenAt: null,
    },
    conversation: { call: newCall(id, type), callUsers: [], legs: [] },
  };
}

/** In the statement that makes the call, because a lead should ring within milliseconds. */
function keeping(leadId: number, at: number): SQL {
  return sql`), kept as (update ${plannedCalls} plan set ended_at = ${new Date(at).toISOString()}::timestamptz, call_id = made.id
      from made where plan.lead_id = ${leadId} and plan.ended_at is null`;
}

function newCall(id: number, type: NewCall['type']): Call {
  const none = { claimedBy: null, agentId: null, talkStartedAt: null, vanishedAt: null, endedAt: null };
  const noMessage = { voicemailAt: null, voicemailSeconds: null };
  return { id, type, status: 'ringing', ...none, ...noMessage, heldBy: null, seconds: 0, reasons: [] };
}

export interface LeadLine {
  readonly teamId: number;
  /** null: the account has no number. */
  readonly line: Line | null;
  /** The user whom the intake named as the lead's owner. */
  readonly ownerId: number | null;
  /** A new lead waits so long. */
  readonly delaySeconds: number;
  /** null: the team always works. */
  readonly schedule: WeeklySchedule | null;
}

/**
 * For a lead: the team that it names, or the one that takes those who name none, with its line. `null`: no such team.
 * One statement, because a lead should ring within milliseconds.
 */
export async function lineForLead(
  tx: Database,
  accountId: number,
  teamId: number | null,
  ownerEmail: string | null,
): Promise<LeadLine | null> {
  const [row] = await queryRows<{
    team_id: Id;
    number_id: Id | null;
    phone_number: string | null;
    owner_id: Id | null;
    profile_id: Id | null;
    records: boolean | null;
    announces_recording: boolean | null;
    announces_by_region: boolean | null;
    mode: LineProfile['mode'] | null;
    rotation: number | null;
    delay_seconds: number | null;
    schedule: WeeklySchedule | null;
  }>(
    tx,
    sql`select team.id as team_id, profile.delay_seconds, team.schedule, line.id as number_id, line.phone_number,
        profile.id as profile_id, profile.records, profile.announces_recording, profile.announces_by_region, profile.mode, profile.rotation,
        (select owner.id from ${users} owner where owner.email = ${ownerEmail?.toLowerCase() ?? ''}
          and owner.account_id = team.account_id and owner.active) as owner_id
      from ${teams} team
      left join ${numbers} line on line.account_id = team.account_id
      left join ${profiles} profile on profile.team_id = team.id
      where team.account_id = ${accountId} and (${teamId}::bigint is null or team.id = ${teamId}::bigint)
      order by team.is_default desc, team.id, line.team_id = team.id desc, line.id limit 1`,
  );
  if (!row) return null;
  const { profile_id, records, mode, rotation } = row;
  const profile =
    profile_id === null || records === null || mode === null || rotation === null
      ? null
      : {
          id: Number(profile_id),
          records,
          announces_recording: row.announces_recording === true,
          announces_by_region: row.announces_by_region === true,
          mode,
          rotation,
        };
  const found = Number(row.team_id);
  return {
    teamId: found,
    ownerId: row.owner_id === null ? null : Number(row.owner_id),
    delaySeconds: row.delay_seconds ?? 0,
    schedule: row.schedule,
    line:
      row.number_id === null || row.phone_number === null
        ? null
        : { teamId: found, numberId: Number(row.number_id), phoneNumber: row.phone_number, profile },
  };
}

/** The team's own number, else any of the account's. `null`: the account has none. */
export async function lineOfTeam(
  tx: Database,
  accountId: number,
  teamId: number | null,
): Promise<Line | null> {
  const [row] = await tx
    .select({ number: numbers, profile: profiles })
    .from(numbers)
    .leftJoin(profiles, sql`${profiles.team_id} = ${teamId}`)
    .where(eq(numbers.account_id, accountId))
    .orderBy(sql`(${numbers.team_id} = ${teamId ?? 0}) desc`, asc(numbers.id))
    .limit(1);
  if (!row) return null;
  return {
    teamId,
    numberId: row.number.id,
    phoneNumber: row.number.phone_number,
    profile: row.profile,
  };
}
