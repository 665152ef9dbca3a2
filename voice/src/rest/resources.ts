import { type Call, callSeconds } from '../calls/core/call.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { Participant } from '../conferences/core/participant.ts';
import { formatTrack } from '../recordings/core/recorded-voices.ts';
import type { Application, BusinessNumber, ConferenceRecord, Recording } from '../store/schemas.ts';
import { type Message, segments } from '../texts/core/message.ts';
import type { DialConference } from '../twiml/core/verbs.ts';
import { rfc2822 } from '../webhooks/dates.ts';
import { apiVersion } from '../webhooks/params.ts';

/** The API has no status `initiated`; only callbacks have it. */
export function apiStatus({ status }: Call): string {
  return status === 'initiated' ? 'queued' : status;
}

type Fields = Readonly<Record<string, unknown>>;
type ParticipantFields = Pick<Participant, 'callSid' | 'label' | 'joinedAt' | 'updatedAt'>;

/** Formats each resource as the provider's JSON. Tests check the order of the fields. */
export class Resources {
  readonly #account: string;
  readonly #root: string;
  readonly #publicApi: () => string;
  readonly #startedAt = Date.now();

  constructor(accountSid: string, publicApi: () => string) {
    this.#account = accountSid;
    this.#root = `/${apiVersion}/Accounts/${accountSid}`;
    this.#publicApi = publicApi;
  }

  get root(): string {
    return this.#root;
  }

  account(authToken: string): Fields {
    const at = rfc2822(this.#startedAt);
    return {
      sid: this.#account,
      auth_token: authToken,
      date_created: at,
      date_updated: at,
      friendly_name: 'Offhook voice',
      owner_account_sid: this.#account,
      status: 'active',
      type: 'Full',
      uri: `${this.#root}.json`,
      subresource_uris: Object.fromEntries(
        ['calls', 'conferences', 'recordings', 'messages', 'applications', 'queues', 'notifications'].map(
          (name) => [name, `${this.#root}/${name[0]?.toUpperCase()}${name.slice(1)}.json`],
        ),
      ),
    };
  }

  call(call: Call): Fields {
    const hasEnded = call.endedAt !== null;
    const base = `${this.#root}/Calls/${call.sid}`;
    return {
      sid: call.sid,
      account_sid: this.#account,
      parent_call_sid: call.parentSid,
      date_created: rfc2822(call.createdAt),
      date_updated: rfc2822(call.updatedAt),
      to: call.to,
      to_formatted: call.to,
      from: call.from,
      from_formatted: call.from,
      phone_number_sid: null,
      status: apiStatus(call),
      start_time: call.answeredAt === null && !hasEnded ? null : rfc2822(call.answeredAt ?? call.createdAt),
      end_time: call.endedAt === null ? null : rfc2822(call.endedAt),
      duration: hasEnded ? String(callSeconds(call, call.updatedAt)) : null,
      price: null,
      price_unit: 'USD',
      direction: call.direction,
      answered_by: call.answeredBy,
      api_version: apiVersion,
      forwarded_from: null,
      group_sid: null,
      caller_name: call.callerName,
      queue_time: String(call.queuedMs),
      trunk_sid: null,
      uri: `${base}.json`,
      subresource_uris: {
        recordings: `${base}/Recordings.json`,
        user_defined_messages: `${base}/UserDefinedMessages.json`,
      },
    };
  }

  conference(one: ConferenceRecord): Fields {
    const base = `${this.#root}/Conferences/${one.sid}`;
    return {
      sid: one.sid,
      account_sid: this.#account,
      friendly_name: one.name,
      status: one.status,
      date_created: rfc2822(one.createdAt),
      date_updated: rfc2822(one.updatedAt),
      api_version: apiVersion,
      region: 'us1',
      reason_conference_ended: one.endReason,
      call_sid_ending_conference: one.endedBy,
      uri: `${base}.json`,
      subresource_uris: {
        participants: `${base}/Participants.json`,
        recordings: `${base}/Recordings.json`,
      },
    };
  }

  participant(conferenceSid: string, one: Participant): Fields {
    return {
      ...this.#participantBase(conferenceSid, one),
      muted: one.muted,
      hold: one.hold,
      coaching: one.coaching,
      call_sid_to_coach: one.coaching ? one.coachedCall : null,
      start_conference_on_enter: one.startOnEnter,
      end_conference_on_exit: one.endOnExit,
      status: 'connected',
    };
  }

  /** A participant whose leg has not joined the conference yet. */
  invited(conferenceSid: string, live: LiveCall): Fields {
    const { call } = live;
    const verb = conferenceVerb(live);
    const label = live.invitation?.label ?? null;
    const { sid: callSid, createdAt: joinedAt, updatedAt } = call;
    return {
      ...this.#participantBase(conferenceSid, { callSid, label, joinedAt, updatedAt }),
      muted: verb?.muted ?? false,
      hold: false,
      coaching: (verb?.coach ?? null) !== null,
      call_sid_to_coach: verb?.coach ?? null,
      start_conference_on_enter: verb?.startOnEnter ?? true,
      end_conference_on_exit: verb?.endOnExit ?? false,
      status: call.status === 'queued' ? 'queued' : call.status === 'ringing' ? 'ringing' : 'connecting',
      queue_time: String(call.queuedMs),
    };
  }

  recording(one: Recording): Fields {
    const base = `${this.#root}/Recordings/${one.sid}`;
    return {
      sid: one.sid,
      account_sid: this.#account,
      api_version: apiVersion,
      call_sid: one.callSid,
      conference_sid: one.conferenceSid,
      date_created: rfc2822(one.startedAt),
      date_updated: rfc2822(one.updatedAt),
      start_time: rfc2822(one.startedAt),
      duration: one.durationMs === null ? '-1' : String(Math.round(one.durationMs / 1_000)),
      price: null,
      price_unit: 'USD',
      status: one.status,
      channels: one.channels,
      source: one.source,
      error_code: null,
      encryption_details: null,
      uri: `${base}.json`,
      media_url: `${this.#publicApi()}${base}`,
      subresource_uris: {},
    };
  }

  conferenceRecording(one: Recording): Fields {
    const { media_url: _media, subresource_uris: _more, ...shown } = this.recording(one);
    return shown;
  }

  callRecording(one: Recording): Fields {
    return { ...this.conferenceRecording(one), track: formatTrack(one.voices) };
  }

  application(one: Application): Fields {
    return {
      sid: one.sid,
      account_sid: this.#account,
      api_version: apiVersion,
      date_created: rfc2822(one.createdAt),
      date_updated: rfc2822(one.updatedAt),
      friendly_name: one.friendlyName,
      message_status_callback: null,
      sms_fallback_method: 'POST',
      sms_fallback_url: null,
      sms_method: one.smsMethod,
      sms_status_callback: null,
      sms_url: one.smsUrl || null,
      status_callback: one.statusCallback || null,
      status_callback_method: one.statusCallbackMethod,
      voice_caller_id_lookup: one.voiceCallerIdLookup,
      voice_fallback_method: one.voiceFallbackMethod,
      voice_fallback_url: one.voiceFallbackUrl || null,
      voice_method: one.voiceMethod,
      voice_url: one.voiceUrl || null,
      public_application_connect_enabled: false,
      uri: `${this.#root}/Applications/${one.sid}.json`,
    };
  }

  number(one: BusinessNumber): Fields {
    return {
      sid: one.sid,
      account_sid: this.#account,
      address_sid: null,
      address_requirements: 'none',
      api_version: apiVersion,
      beta: false,
      capabilities: { voice: true, sms: true, mms: false, fax: false },
      date_created: rfc2822(one.createdAt),
      date_updated: rfc2822(one.updatedAt),
      friendly_name: one.friendlyName,
      identity_sid: null,
      phone_number: one.phoneNumber,
      origin: 'twilio',
      sms_application_sid: one.smsApplicationSid,
      sms_fallback_method: 'POST',
      sms_fallback_url: '',
      sms_method: one.smsMethod,
      sms_url: one.smsUrl,
      status_callback: one.statusCallback,
      status_callback_method: one.statusCallbackMethod,
      trunk_sid: null,
      voice_receive_mode: 'voice',
      voice_application_sid: one.voiceApplicationSid,
      voice_caller_id_lookup: one.voiceCallerIdLookup,
      voice_fallback_method: one.voiceFallbackMethod,
      voice_fallback_url: one.voiceFallbackUrl || null,
      voice_method: one.voiceMethod,
      voice_url: one.voiceUrl || null,
      emergency_status: 'Inactive',
      emergency_address_sid: null,
      emergency_address_status: 'unregistered',
      bundle_sid: null,
      status: 'in-use',
      type: null,
      uri: `${this.#root}/IncomingPhoneNumbers/${one.sid}.json`,
    };
  }

  message(one: Message): Fields {
    const base = `${this.#root}/Messages/${one.sid}`;
    return {
      sid: one.sid,
      account_sid: this.#account,
      api_version: apiVersion,
      body: one.body,
      from: one.from,
      to: one.to,
      direction: one.direction,
      status: one.status,
      date_created: rfc2822(one.createdAt),
      date_sent: one.sentAt === null ? null : rfc2822(one.sentAt),
      date_updated: rfc2822(Math.max(one.createdAt, one.updatedAt)),
      error_code: one.errorCode,
      error_message: one.errorCode === null ? null : messageErrorText(one.errorCode),
      messaging_service_sid: null,
      num_media: '0',
      num_segments: String(segments(one.body)),
      price: null,
      price_unit: 'USD',
      uri: `${base}.json`,
      subresource_uris: { media: `${base}/Media.json`, feedback: `${base}/Feedback.json` },
    };
  }

  #participantBase(conferenceSid: string, one: ParticipantFields): Fields {
    return {
      account_sid: this.#account,
      call_sid: one.callSid,
      label: one.label,
      conference_sid: conferenceSid,
      date_created: rfc2822(one.joinedAt),
      date_updated: rfc2822(one.updatedAt),
      queue_time: null,
      uri: `${this.#root}/Conferences/${conferenceSid}/Participants/${one.callSid}.json`,
    };
  }
}

function conferenceVerb({ source }: LiveCall): DialConference | null {
  const [first] = source?.kind === 'verbs' ? source.verbs : [];
  return first?.verb === 'conference' ? first : null;
}

function messageErrorText(code: number): string {
  switch (code) {
    case 30003:
      return 'The phone is unreachable';
    case 30005:
      return 'The number does not exist';
    case 30006:
      return 'The number is a landline that cannot receive texts';
    default:
      return 'The text was not delivered';
  }
}
