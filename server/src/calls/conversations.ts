import type { Language } from '@offhook/contract/accounts/languages';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { chooseGreeting, type Greeting } from '../accounts/core/greeting.ts';
import { type RecordingRegion, shouldAnnounce, toAnnouncement } from '../accounts/core/recording-regions.ts';
import { LEG_STATUSES } from '../platform/core/leg-status.ts';
import { type Database, insert, queryRows } from '../platform/database/database.ts';
import { CALL_WITH_SUBSCRIBER, recordCallEvent } from '../platform/database/record-events.ts';
import {
  accounts,
  calls,
  callUsers,
  leads,
  legs,
  numbers,
  presence,
  profiles,
} from '../platform/database/schema.ts';
import { describeNumber } from '../platform/phone-numbers/number-areas.ts';
import { setCallLead } from '../platform/process/log.ts';
import type { Call } from './core/call-lifecycle.ts';
import type { CallUser } from './core/call-user.ts';
import type { Conversation } from './core/conversation/conversation.ts';
import type { Leg } from './core/leg.ts';

export interface CallFacts {
  readonly id: number;
  readonly accountId: number;
  readonly teamId: number | null;
  readonly profileId: number | null;
  readonly leadId: number | null;
  readonly ownerId: number | null;
  /** The agent who requested the call. No other agent is rung for it. */
  readonly requestedBy: number | null;
  /** The agent who is rung before the team, in the owner's place. */
  readonly callbackFor: number | null;
  readonly phoneNumber: string | null;
  readonly extension: string | null;
  /** The business number that the other party sees or called. */
  readonly fromNumber: string;
  readonly conferenceSid: string | null;
  readonly isRecorded: boolean;
  readonly announcesRecording: boolean;
  /** The account's longest pause of a recording; null: agents may not pause. */
  readonly pauseMinutes: number | null;
  /** The account's: how long a parked call waits before phones ring for it. */
  readonly parkMinutes: number;
  readonly mode: 'simultaneous' | 'round_robin';
  readonly lastRungUserId: number;
  /** The account's language. */
  readonly language: Language;
  readonly welcome: Greeting | null;
  /** null if the team has no voicemail. */
  readonly voicemailGreeting: Greeting | null;
  readonly startedAt: number;
  readonly seenAt: number | null;
}

export interface LoadedConversation {
  readonly facts: CallFacts;
  readonly conversation: Conversation;
  readonly phoneIdsByUser: ReadonlyMap<number, string>;
}

export function conferenceName(callId: number): string {
  return `call-${callId}`;
}

/** Locks the call until the transaction ends, so that transactions on one call run one at a time. */
export async function lockConversation(tx: Database, callId: number): Promise<LoadedConversation | null> {
  const [row] = await queryRows<CallRow>(
    tx,
    sql`select to_json(${calls}) as call, line.phone_number as "from", profile.records, profile.announces_recording, profile.announces_by_region, account.recording_regions, account.recording_pause_minutes, account.park_minutes, account.language as account_language, profile.mode, profile.rotation,
        profile.welcome_message as welcome, profile.voicemail_greeting as greeting, profile.greeting_language as language, profile.welcome_file, profile.voicemail_file,
        lead.owner_user_id as owner
      from ${calls}
      join ${accounts} account on account.id = ${calls.account_id}
      left join ${numbers} line on line.id = ${calls.number_id}
      left join ${profiles} profile on profile.id = ${calls.profile_id}
      left join ${leads} lead on lead.id = ${calls.lead_id}
      where ${calls.id} = ${callId} for update of ${calls}`,
  );
  if (!row) return null;
  const participants = await readParticipants(tx, callId);
  const { call } = row;
  setCallLead(call.id, call.lead_id);
  return {
    facts: {
      id: call.id,
      accountId: call.account_id,
      teamId: call.team_id,
      profileId: call.profile_id,
      leadId: call.lead_id,
      ownerId: row.owner === null ? null : Number(row.owner),
      requestedBy: call.asked_by,
      callbackFor: call.callback_for,
      phoneNumber: call.phone_number,
      extension: call.extension,
      fromNumber: row.from ?? '',
      conferenceSid: call.conference_sid,
      isRecorded: row.records ?? false,
      announcesRecording: announcesRecording(row, row.recording_regions, call.phone_number),
      pauseMinutes: row.recording_pause_minutes,
      parkMinutes: row.park_minutes,
      mode: row.mode ?? 'simultaneous',
      lastRungUserId: row.rotation ?? 0,
      language: row.account_language,
      welcome: chooseGreeting({ text: row.welcome, file: row.welcome_file, language: row.language }),
      voicemailGreeting: chooseGreeting({
        text: row.greeting,
        file: row.voicemail_file,
        language: row.language,
      }),
      startedAt: toMs(call.started_at) ?? 0,
      seenAt: toMs(call.seen_at),
    },
    conversation: {
      call: toCall(call),
      callUsers: participants.call_users.map(toCallUser),
      legs: participants.legs.map(toLeg),
    },
    phoneIdsByUser: new Map(
      participants.call_users.flatMap(({ user_id, phone_now }) =>
        phone_now === null ? [] : [[user_id, phone_now] as const],
      ),
    ),
  };
}

export function announcesRecording(
  profile: Pick<CallRow, 'records' | 'announces_recording' | 'announces_by_region'> | null,
  regions: readonly RecordingRegion[],
  phoneNumber: string | null,
): boolean {
  if (profile?.records !== true) return false;
  return shouldAnnounce(toAnnouncement(profile), regions, () => describeNumber(phoneNumber));
}

/** As returned by `to_json`: dates are strings. */
type Jsonified<Row> = { readonly [K in keyof Row]: Row[K] extends Date | null ? Row[K] | string : Row[K] };
interface CallRow {
  readonly call: Jsonified<typeof calls.$inferSelect>;
  readonly from: string | null;
  readonly records: boolean | null;
  readonly announces_recording: boolean | null;
  readonly announces_by_region: boolean | null;
  readonly recording_regions: readonly RecordingRegion[];
  readonly recording_pause_minutes: number | null;
  readonly park_minutes: number;
  readonly account_language: Language;
  readonly mode: CallFacts['mode'] | null;
  readonly rotation: number | null;
  readonly welcome: string | null;
  readonly greeting: string | null;
  readonly welcome_file: string | null;
  readonly voicemail_file: string | null;
  readonly language: string | null;
  readonly owner: string | number | null;
}
type CallUserRow = Jsonified<typeof callUsers.$inferSelect>;
type LegRow = Jsonified<typeof legs.$inferSelect>;

interface Participants {
  readonly call_users: readonly (CallUserRow & { readonly phone_now: string | null })[];
  readonly legs: readonly LegRow[];
}

/**
 * Runs after the lock, because a statement sees only what was committed when it started. A single statement, because
 * every transition runs it.
 */
async function readParticipants(tx: Database, callId: number): Promise<Participants> {
  const [participants] = await queryRows<Participants>(
    tx,
    sql`select
      (select coalesce(json_agg(call_user order by call_user.id), '[]') from (
        select ${callUsers}.*, ${presence.phone_id} as phone_now
        from ${callUsers} left join ${presence} on ${presence.user_id} = ${callUsers.user_id}
        where ${callUsers.call_id} = ${callId}) call_user) as call_users,
      (select coalesce(json_agg(leg order by leg.id), '[]') from ${legs} leg
        where leg.call_id = ${callId}) as legs`,
  );
  return participants ?? { call_users: [], legs: [] };
}

const toMs = (moment: Date | string | null): number | null =>
  moment === null ? null : typeof moment === 'string' ? Date.parse(moment) : moment.getTime();
const toDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export function toCall(row: CallRow['call']): Call {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    claimedBy: row.claimed_by,
    agentId: row.agent_id,
    heldBy: row.held_by,
    recordingPause: row.recording_pause,
    parked: row.parked,
    talkStartedAt: toMs(row.talk_started_at),
    disconnectedAt: toMs(row.vanished_at),
    voicemailAt: toMs(row.voicemail_at),
    voicemailSeconds: row.voicemail_seconds,
    endedAt: toMs(row.ended_at),
    seconds: row.seconds,
    reasons: row.reasons,
  };
}

export function toCallUser(row: CallUserRow): CallUser {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    status: row.status,
    autoaccept: row.autoaccept,
    externalNumber: row.own_number,
    sid: row.provider_sid,
    phoneId: row.phone_id,
    invitedBy: row.invited_by,
    consults: row.consults,
    acknowledgedAt: toMs(row.acknowledged_at),
    acceptedAt: toMs(row.accepted_at),
    disconnectedAt: toMs(row.vanished_at),
    hungUpAt: toMs(row.hung_up_at),
    endedAt: toMs(row.ended_at),
    takenBy: row.taken_by,
    reason: row.reason,
  };
}

export function toLeg(row: LegRow): Leg {
  return {
    id: row.id,
    kind: row.kind,
    callUserId: row.call_user_id,
    sid: row.provider_sid,
    status: LEG_STATUSES.find((status) => status === row.status) ?? 'queued',
    answeredAt: toMs(row.answered_at),
    joinedAt: toMs(row.joined_at),
    leftAt: toMs(row.left_at),
    endedAt: toMs(row.ended_at),
    sipCode: row.sip_code,
    answeredBy: row.answered_by,
    held: row.held,
    coaches: row.coaches,
  };
}

/** Writes only what changed. Relies on the core keeping unchanged objects identical. */
export async function saveConversation(
  tx: Database,
  before: Conversation,
  after: Conversation,
): Promise<void> {
  if (after.call !== before.call) await saveCall(tx, before.call, after.call);
  await saveCallUsers(tx, changed(before.callUsers, after.callUsers));
  await saveLegs(tx, changed(before.legs, after.legs));
}

function changed<T>(before: readonly T[], after: readonly T[]): readonly T[] {
  return after.filter((one) => !before.includes(one));
}

/** The claim is a conditional update: a second transaction that claims the call updates no row and fails. */
async function saveCall(tx: Database, before: Call, call: Call): Promise<void> {
  const claimUnchanged =
    before.claimedBy === null ? isNull(calls.claimed_by) : eq(calls.claimed_by, before.claimedBy);
  const [written] = await tx
    .update(calls)
    .set({
      status: call.status,
      claimed_by: call.claimedBy,
      agent_id: call.agentId,
      held_by: call.heldBy,
      recording_pause: call.recordingPause,
      parked: call.parked,
      talk_started_at: toDate(call.talkStartedAt),
      vanished_at: toDate(call.disconnectedAt),
      voicemail_at: toDate(call.voicemailAt),
      voicemail_seconds: call.voicemailSeconds,
      ended_at: toDate(call.endedAt),
      seconds: call.seconds,
      reasons: call.reasons,
    })
    .where(and(eq(calls.id, call.id), claimUnchanged))
    .returning(CALL_WITH_SUBSCRIBER);
  if (!written) throw new Error(`call ${call.id} was already claimed`);
  await recordCallEvent(
    tx,
    { ...written, ended_at: toDate(before.endedAt), voicemail_seconds: before.voicemailSeconds },
    written,
  );
}

async function saveCallUsers(tx: Database, changes: readonly CallUser[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((callUser) => ({
    id: callUser.id,
    type: callUser.type,
    status: callUser.status,
    consults: callUser.consults,
    provider_sid: callUser.sid,
    phone_id: callUser.phoneId,
    acknowledged_at: toDate(callUser.acknowledgedAt),
    accepted_at: toDate(callUser.acceptedAt),
    vanished_at: toDate(callUser.disconnectedAt),
    hung_up_at: toDate(callUser.hungUpAt),
    ended_at: toDate(callUser.endedAt),
    taken_by: callUser.takenBy,
    reason: callUser.reason,
  }));
  await tx.execute(sql`update ${callUsers} set type = next.type, status = next.status, consults = next.consults, provider_sid = next.provider_sid,
      phone_id = next.phone_id, acknowledged_at = next.acknowledged_at, accepted_at = next.accepted_at,
      vanished_at = next.vanished_at, hung_up_at = next.hung_up_at, ended_at = next.ended_at, taken_by = next.taken_by, reason = next.reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as next(id bigint, type text, status text, consults boolean, provider_sid text,
      phone_id text, acknowledged_at timestamptz, accepted_at timestamptz, vanished_at timestamptz, hung_up_at timestamptz,
      ended_at timestamptz, taken_by bigint, reason text)
    where ${callUsers.id} = next.id`);
}

async function saveLegs(tx: Database, changes: readonly Leg[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((leg) => ({
    id: leg.id,
    status: leg.status,
    provider_sid: leg.sid,
    answered_at: toDate(leg.answeredAt),
    joined_at: toDate(leg.joinedAt),
    left_at: toDate(leg.leftAt),
    ended_at: toDate(leg.endedAt),
    sip_code: leg.sipCode,
    answered_by: leg.answeredBy,
    held: leg.held,
    coaches: leg.coaches,
  }));
  await tx.execute(sql`update ${legs} set status = next.status, provider_sid = next.provider_sid,
      answered_at = next.answered_at, joined_at = next.joined_at, left_at = next.left_at, ended_at = next.ended_at,
      sip_code = next.sip_code, answered_by = next.answered_by, held = next.held, coaches = next.coaches
    from json_to_recordset(${JSON.stringify(rows)}::json) as next(id bigint, status text, provider_sid text,
      answered_at timestamptz, joined_at timestamptz, left_at timestamptz, ended_at timestamptz,
      sip_code integer, answered_by text, held boolean, coaches text)
    where ${legs.id} = next.id`);
}

/** @param leg `sid` is set if the provider created the leg, such as a caller's */
export async function addLeg(
  tx: Database,
  leg: {
    readonly callId: number;
    readonly kind: Leg['kind'];
    readonly callUserId: number | null;
    readonly sid?: string;
    readonly answeredAt?: number;
    readonly at: number;
  },
): Promise<Leg> {
  const row = await insert(tx, legs, {
    call_id: leg.callId,
    kind: leg.kind,
    call_user_id: leg.callUserId,
    provider_sid: leg.sid ?? null,
    status: leg.answeredAt === undefined ? 'queued' : 'in-progress',
    answered_at: toDate(leg.answeredAt ?? null),
    created_at: new Date(leg.at),
  });
  return toLeg(row);
}
