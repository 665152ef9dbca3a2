import type { Language } from '@offhook/contract/accounts/languages';
import { type SQL, sql } from 'drizzle-orm';
import { chooseGreeting } from '../../accounts/core/greeting.ts';
import type { RecordingRegion } from '../../accounts/core/recording-regions.ts';
import { toCallName } from '../../leads/core/call-name.ts';
import type { LeadRow } from '../../leads/lead-rows.ts';
import { type Database, queryRows } from '../../platform/database/database.ts';
import { accounts, calls, scheduledCalls } from '../../platform/database/schema.ts';
import { announcesRecording, type CallFacts } from '../conversations.ts';
import type { Call } from '../core/call-lifecycle.ts';
import type { Conversation } from '../core/conversation/conversation.ts';
import type { Line } from './lines.ts';

export interface NewCall {
  readonly accountId: number;
  readonly type: 'lead' | 'outbound' | 'inbound' | 'conference';
  readonly direction: 'inbound' | 'outbound';
  readonly line: Line;
  readonly lead: LeadRow | null;
  readonly phoneNumber?: string;
  /** Default: the previous call's extension. */
  readonly extension?: string | null;
  readonly intakeKey?: string;
  readonly onlyIfNoneOpen?: boolean;
  /** `attempt`: not the lead's callback. */
  readonly fulfills?: 'attempt' | 'callback';
  readonly requestedBy?: number;
  /** `retry` counts attempts to reach an agent, `leadRetry` to reach the lead. Both are retries of `previousCallId`. */
  readonly retry?: number | null;
  readonly leadRetry?: number | null;
  readonly previousCallId?: number | null;
  readonly isFallback?: boolean;
  readonly requestedAt?: Date;
  readonly scheduledFor?: Date;
  readonly callback?: CallbackOfCall | null;
  readonly at: number;
}

/** Who set it, and who is rung before the team. */
export interface CallbackOfCall {
  readonly by: number;
  readonly for: number | null;
}

/** PostgreSQL returns a bigint as a string, the embedded database as a number. */
type Id = string | number;

export interface CreatedCall {
  readonly facts: CallFacts;
  readonly conversation: Conversation;
}

/**
 * Returns null if the lead has an open call (with `onlyIfNoneOpen`), or if a call with this idempotency key exists. The
 * transaction must already have locked the lead's row, which `upsertLead` does.
 */
export async function createCall(tx: Database, call: NewCall): Promise<CreatedCall | null> {
  const { line, lead, at, accountId, type, direction } = call;
  const profileId = line.profile?.id ?? null;
  const extension =
    call.extension === undefined
      ? sql`(select previous.extension from ${calls} previous where previous.id = ${call.previousCallId ?? null}::bigint)`
      : sql`${call.extension}`;
  const { lead_fname, lead_lname, lead_label } = toCallName(lead);
  const [row] = await queryRows<{
    id: Id;
    extension: string | null;
    regions: readonly RecordingRegion[];
    language: Language;
    pause: number | null;
    park_minutes: number;
  }>(
    tx,
    sql`with created as (insert into ${calls} (account_id, type, direction, status, team_id, profile_id, lead_id,
        number_id, phone_number, intake_key, started_at, asked_by, retry, lead_retry, previous_call_id, is_fallback,
        requested_at, planned_for, callback_by, callback_for, lead_fname, lead_lname, lead_label, extension)
      select ${accountId}::bigint, ${type}, ${direction}, 'ringing', ${line.teamId}::bigint, ${profileId}::bigint,
        ${lead?.id ?? null}::bigint, ${line.numberId}::bigint, ${lead?.phone_number ?? call.phoneNumber ?? null}, ${call.intakeKey ?? null},
        ${new Date(at).toISOString()}::timestamptz, ${call.requestedBy ?? null}::bigint, ${call.retry ?? null}::integer,
        ${call.leadRetry ?? null}::integer, ${call.previousCallId ?? null}::bigint,
        ${call.isFallback ?? false}::boolean, ${(call.requestedAt ?? new Date(at)).toISOString()}::timestamptz,
        ${call.scheduledFor?.toISOString() ?? null}::timestamptz, ${call.callback?.by ?? null}::bigint,
        ${call.callback?.for ?? null}::bigint, ${lead_fname}, ${lead_lname}, ${lead_label},
        ${extension}
      where not ${call.onlyIfNoneOpen ?? false}::boolean or not exists (
        select 1 from ${calls} existing where existing.account_id = ${accountId}::bigint and existing.ended_at is null
          and (existing.lead_id = ${lead?.id ?? null}::bigint or existing.phone_number = ${lead?.phone_number ?? null}))
      on conflict (account_id, intake_key) do nothing
      returning id, extension${call.fulfills && lead ? endScheduledCallsSql(lead.id, call.fulfills, at) : sql``}) select created.id, created.extension,
        account.recording_regions as regions, account.language, account.recording_pause_minutes as pause, account.park_minutes
        from created join ${accounts} account on account.id = ${accountId}::bigint`,
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
      requestedBy: call.requestedBy ?? null,
      callbackFor: call.callback?.for ?? null,
      phoneNumber: lead?.phone_number ?? call.phoneNumber ?? null,
      extension: row.extension,
      fromNumber: line.phoneNumber,
      conferenceSid: null,
      isRecorded: line.profile?.records ?? false,
      announcesRecording: announcesRecording(
        line.profile,
        row.regions,
        lead?.phone_number ?? call.phoneNumber ?? null,
      ),
      pauseMinutes: row.pause,
      parkMinutes: row.park_minutes,
      mode: line.profile?.mode ?? 'simultaneous',
      lastRungUserId: line.profile?.rotation ?? 0,
      language: row.language,
      welcome: chooseGreeting({
        text: line.profile?.welcome_message,
        file: line.profile?.welcome_file,
        language: line.profile?.greeting_language,
      }),
      voicemailGreeting: chooseGreeting({
        text: line.profile?.voicemail_greeting,
        file: line.profile?.voicemail_file,
        language: line.profile?.greeting_language,
      }),
      startedAt: at,
      seenAt: null,
    },
    conversation: { call: newCall(id, type), callUsers: [], legs: [] },
  };
}

/** Part of the same statement: a new lead has to ring agents within milliseconds. */
function endScheduledCallsSql(leadId: number, fulfills: 'attempt' | 'callback', at: number): SQL {
  const which = fulfills === 'callback' ? sql`` : sql` and scheduled.callback_by is null`;
  return sql`), fulfilled as (update ${scheduledCalls} scheduled set ended_at = ${new Date(at).toISOString()}::timestamptz, call_id = created.id
      from created where scheduled.lead_id = ${leadId} and scheduled.ended_at is null${which}`;
}

function newCall(id: number, type: NewCall['type']): Call {
  const unset = { claimedBy: null, agentId: null, talkStartedAt: null, disconnectedAt: null, endedAt: null };
  const noVoicemail = { voicemailAt: null, voicemailSeconds: null };
  return {
    id,
    type,
    status: 'ringing',
    ...unset,
    ...noVoicemail,
    heldBy: null,
    recordingPause: null,
    parked: null,
    seconds: 0,
    reasons: [],
  };
}
