import { isParty } from '@offhook/contract/accounts/permissions';
import type { Call } from '@offhook/contract/calls/call';
import type { CallType } from '@offhook/contract/calls/call-kinds';
import type { CallRecording } from '@offhook/contract/calls/recording';
import type { Tag } from '@offhook/contract/leads/lead';
import { asc, eq } from 'drizzle-orm';
import { leadView } from '../leads/lead-rows.ts';
import { pick } from '../platform/core/pick.ts';
import type { Database } from '../platform/database/database.ts';
import { accounts, calls, leads, numbers, profiles, tags, users } from '../platform/database/schema.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { isSupervision } from './core/parties.ts';
import { whisperText } from './core/twiml/whisper-text.ts';

export async function readCallView(db: Database, callId: number, country: string): Promise<Call | null> {
  const [row] = await db
    .select({
      call: calls,
      lead: leads,
      number: numbers,
      profile: profiles,
      pauseMinutes: accounts.recording_pause_minutes,
      callbackBy: users.full_name,
    })
    .from(calls)
    .innerJoin(accounts, eq(accounts.id, calls.account_id))
    .leftJoin(leads, eq(leads.id, calls.lead_id))
    .leftJoin(users, eq(users.id, calls.callback_by))
    .leftJoin(numbers, eq(numbers.id, calls.number_id))
    .leftJoin(profiles, eq(profiles.id, calls.profile_id))
    .where(eq(calls.id, callId));
  if (!row) return null;
  const { call, lead, number, profile, pauseMinutes, callbackBy } = row;
  return {
    ...pick(call, 'id', 'type', 'direction', 'account_id', 'profile_id', 'lead_id'),
    lead: lead && leadView(lead, country),
    number: number && {
      name: number.name,
      phone_number_formatted: formatPhoneNumber(number.phone_number, country),
      account_id: number.account_id,
    },
    phone_number: call.phone_number,
    extension: call.extension,
    profile: profile && {
      is_deal_whispertext: profile.is_deal_whispertext,
      tags: await readTags(db, profile.id),
      wrap_up: profile.wrap_up,
    },
    whispertext: whisperText(profile?.whisper_template ?? null, lead),
    parks: true,
    recording: profile?.records ? recordingView(call.recording_pause, pauseMinutes) : null,
    ...(callbackBy !== null && {
      callback: { set_by: callbackBy, set_at: (call.requested_at ?? call.started_at).toISOString() },
    }),
  };
}

export function recordingView(
  pause: { readonly state: Exclude<CallRecording['state'], 'on'> } | null,
  pauseMinutes: number | null,
): CallRecording {
  return { state: pause?.state ?? 'on', pause_minutes: pauseMinutes };
}

/** For a supervisor, the call is always outbound, and the timer starts with the conversation. */
export function viewForCallUser(
  call: Call,
  type: CallType,
  row: typeof calls.$inferSelect,
  now: number,
): Call {
  if (!isSupervision(type)) return { ...call, type };
  const startedAt = row.talk_started_at?.getTime() ?? now;
  const seconds = Math.max(0, ((row.ended_at?.getTime() ?? now) - startedAt) / 1000);
  const recording =
    call.recording && (isParty(type) ? call.recording : { ...call.recording, pause_minutes: null });
  return { ...call, recording, type, direction: 'outbound', seconds_since_started_at: Math.round(seconds) };
}

async function readTags(db: Database, profileId: number): Promise<Tag[]> {
  return db
    .select({ id: tags.id, name: tags.name, color: tags.color, key: tags.key })
    .from(tags)
    .where(eq(tags.profile_id, profileId))
    .orderBy(asc(tags.position), asc(tags.id));
}
