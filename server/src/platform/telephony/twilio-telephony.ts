// Uses the official SDK (`twilio` 6.2.0, loaded on first use). The configured base URL may point it at another
// service with the same API.

import { TOKEN_TTL_S } from '@offhook/contract/limits';
import type twilioSdk from 'twilio';
import type { Twilio } from 'twilio';
import { isFinal, LEG_STATUSES } from '../core/leg-status.ts';
import { pick } from '../core/pick.ts';
import type {
  Callbacks,
  ExternalRingParams,
  LegParams,
  ProviderApplication,
  ProviderCall,
  RingParams,
  Telephony,
  TelephonyConfig,
} from './telephony.ts';
import { type Failure, toOutcome } from './telephony-outcome.ts';

type RequestOptions<T> = Parameters<typeof twilioSdk.RequestClient.prototype.request<T>>[0];

type NewCall = Parameters<Twilio['calls']['create']>[0];
type Participant = ReturnType<ReturnType<Twilio['conferences']>['participants']>;
type ParticipantChange = Parameters<Participant['update']>[0];

const REQUEST_TIMEOUT_MS = 10_000;
const LEG_EVENTS = ['initiated', 'ringing', 'answered', 'completed'];
const PROVIDER_API = 'https://api.twilio.com';

export interface TelephonyOptions {
  readonly timeoutMs?: number;
  /** The provider charges for it. On by default. */
  readonly detectsVoicemail?: boolean;
  readonly onFailure?: (failure: Failure) => void;
}

export function createTelephony(
  config: TelephonyConfig,
  { timeoutMs = REQUEST_TIMEOUT_MS, detectsVoicemail = true, onFailure }: TelephonyOptions = {},
): Telephony {
  const { accountSid, authToken, apiKey, apiSecret, apiBase } = config;
  let loading: Promise<typeof twilioSdk> | null = null;
  const sdk = () => {
    loading ??= import('twilio').then(({ default: twilio }) => twilio);
    return loading;
  };
  let connecting: Promise<Twilio> | null = null;
  const connect = (twilio: typeof twilioSdk, name: string, secret: string) => {
    class Requests extends twilio.RequestClient {
      override request<T>(options: RequestOptions<T>) {
        return super.request<T>({ ...options, uri: withBase(options.uri, apiBase) });
      }
    }
    const httpClient = new Requests({ timeout: timeoutMs });
    return twilio(name, secret, { accountSid, httpClient });
  };
  const client = () => {
    connecting ??= sdk().then((twilio) => connect(twilio, accountSid, authToken));
    return connecting;
  };
  const request = async <T>(work: (twilio: Twilio) => Promise<T>) => {
    const outcome = await toOutcome(async () => work(await client()));
    if (!outcome.ok) onFailure?.(outcome);
    return outcome;
  };
  const nothing = () => undefined;
  const create = (call: NewCall) => request(async (twilio) => (await twilio.calls.create(call)).sid);
  const ring = (to: string, params: RingParams | ExternalRingParams) =>
    create({ to, url: params.url, method: 'POST', ...legFields(params) });
  const changeParticipant = (conferenceSid: string, callSid: string, change: ParticipantChange) =>
    request((twilio) => twilio.conferences(conferenceSid).participants(callSid).update(change).then(nothing));

  return {
    async accessToken(identity, applicationSid) {
      const { AccessToken } = (await sdk()).jwt;
      const token = new AccessToken(accountSid, apiKey, apiSecret, { identity, ttl: TOKEN_TTL_S });
      token.addGrant(
        new AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid, incomingAllow: true }),
      );
      return token.toJwt();
    },
    async verifySignature(signature, url, params) {
      return (await sdk()).validateRequest(authToken, signature, url, params);
    },
    ring: (params) => ring(`client:${params.identity}?call_user_id=${params.callUserId}`, params),
    ringExternalPhone: (params) => ring(params.number, params),
    dial: (params) =>
      request(async (twilio) => {
        const participant = await twilio.conferences(params.conference).participants.create({
          to: params.to,
          label: params.label,
          beep: 'false',
          earlyMedia: false,
          startConferenceOnEnter: true,
          endConferenceOnExit: false,
          waitUrl: params.waitUrl,
          waitMethod: 'POST',
          ...legFields(params),
          ...(detectsVoicemail ? detection(params.detectionCallback) : {}),
          conferenceStatusCallback: params.conferenceCallback,
          conferenceStatusCallbackMethod: 'POST',
          conferenceStatusCallbackEvent: ['start', 'end', 'join', 'leave'],
        });
        return participant.callSid;
      }),
    dialExtension: (params) =>
      create({
        to: params.to,
        sendDigits: params.digits,
        twiml: params.twiml,
        ...legFields(params),
      }),
    callsTo: (address) =>
      request(async (twilio) => (await twilio.calls.list({ to: address, limit: 20 })).map(providerCall)),
    callsWithStatus: (status, limit) =>
      request(async (twilio) =>
        (await twilio.calls.list({ status, limit, pageSize: 1_000 })).map(providerCall),
      ),
    call: (sid) => request(async (twilio) => providerCall(await twilio.calls(sid).fetch())),
    end: (sid) => request((twilio) => twilio.calls(sid).update({ status: 'completed' }).then(nothing)),
    sendText: (params) => request(async (twilio) => (await twilio.messages.create({ ...params })).sid),
    textsTo: (number) =>
      request(async (twilio) =>
        (await twilio.messages.list({ to: number, limit: 20 })).map(
          ({ sid, from, to, body, dateCreated }) => ({ sid, from, to, body, createdAt: toTime(dateCreated) }),
        ),
      ),
    redirect: (sid, twiml) => request((twilio) => twilio.calls(sid).update({ twiml }).then(nothing)),
    hold: (conferenceSid, callSid, holdUrl) =>
      changeParticipant(
        conferenceSid,
        callSid,
        holdUrl === null ? { hold: false } : { hold: true, holdUrl, holdMethod: 'POST' },
      ),
    isInConference: (conferenceSid, callSid) =>
      request(async (twilio) => {
        const { status } = await twilio.conferences(conferenceSid).participants(callSid).fetch();
        return status === 'connected';
      }),
    coach: (conferenceSid, callSid, coached) =>
      changeParticipant(
        conferenceSid,
        callSid,
        coached === null ? { muted: true } : { coaching: true, callSidToCoach: coached, muted: false },
      ),
    speakToAll: (conferenceSid, callSid) =>
      changeParticipant(conferenceSid, callSid, { coaching: false, muted: false }),
    announce: (conferenceSid, callSid, url) =>
      changeParticipant(conferenceSid, callSid, { announceUrl: url, announceMethod: 'POST' }),
    pauseRecording: (conferenceSid, paused) =>
      request(async (twilio) => {
        const { recordings } = twilio.conferences(conferenceSid);
        const status = paused ? 'paused' : 'in-progress';
        const update = paused ? ({ status, pauseBehavior: 'silence' } as const) : ({ status } as const);
        const reported = await recordings(CURRENT_RECORDING)
          .update(update)
          .then((updated) => updated.status)
          .catch(async (error: unknown) => {
            // An earlier request whose response was lost may have done it.
            const running = (await recordings.list({ limit: 20 })).filter((one) => isRunning(one.status));
            if (running.some((one) => one.status === status)) return status;
            throw error;
          });
        if (reported !== status) throw notInState(reported);
      }),
    findConference: (name) =>
      request(async (twilio) => {
        const found = await twilio.conferences.list({ friendlyName: name, limit: 5 });
        return found.find(({ status }) => status !== 'completed')?.sid ?? null;
      }),
    conferenceRecordings: (conferenceSid) =>
      request(async (twilio) => {
        const found = await twilio.conferences(conferenceSid).recordings.list({ limit: 20 });
        return found.filter(({ status }) => status === 'completed').map(({ sid }) => sid);
      }),
    voicemailRecordings: (callSid) =>
      request(async (twilio) => {
        const found = await twilio.calls(callSid).recordings.list({ limit: 20 });
        return found
          .filter(({ source }) => source === 'RecordVerb')
          .map(({ sid, status, duration }) => ({
            sid,
            seconds: status === 'completed' ? Number(duration) : null,
          }));
      }),
    recording: (sid, channels, signal) =>
      toOutcome(async () => {
        const base = apiBase === '' ? PROVIDER_API : apiBase;
        const path = `/2010-04-01/Accounts/${accountSid}/Recordings/${sid}.wav?RequestedChannels=${channels}`;
        const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
        const response = await fetch(new URL(path, base), { headers: { authorization }, signal });
        if (!response.ok || response.body === null) {
          await response.body?.cancel();
          throw Object.assign(new Error('recording not served'), { status: response.status });
        }
        return response.body;
      }),
    removeRecording: (sid) => request((twilio) => twilio.recordings(sid).remove().then(nothing)),
    removeText: (sid) => request((twilio) => twilio.messages(sid).remove().then(nothing)),
    account: () =>
      request(async (twilio) => {
        const { status, type } = await twilio.api.v2010.accounts(accountSid).fetch();
        return { isActive: status === 'active', isTrial: type === 'Trial' };
      }),
    checkKey: () =>
      toOutcome(async () => {
        const byKey = connect(await sdk(), apiKey, apiSecret);
        await byKey.applications.list({ limit: 1 });
      }),
    providerTime: () =>
      toOutcome(async () => {
        const startedAt = performance.now();
        const response = await fetch(apiBase === '' ? PROVIDER_API : apiBase, {
          method: 'HEAD',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const providerDate = Date.parse(response.headers.get('date') ?? '');
        // The Date header has whole seconds, and was written half a round trip ago.
        return Number.isNaN(providerDate) ? null : providerDate + 500 + (performance.now() - startedAt) / 2;
      }),
    application: (sid) =>
      request(async (twilio) => providerApplication(await twilio.applications(sid).fetch())),
    applications: (name) =>
      request(async (twilio) =>
        (await twilio.applications.list({ friendlyName: name, limit: 5 })).map(providerApplication),
      ),
    createApplication: (friendlyName, callbacks) =>
      request(
        async (twilio) =>
          (await twilio.applications.create({ friendlyName, ...postCallbacks(callbacks) })).sid,
      ),
    updateApplication: (sid, callbacks) =>
      request((twilio) => twilio.applications(sid).update(postCallbacks(callbacks)).then(nothing)),
    numbers: () =>
      request(async (twilio) =>
        (await twilio.incomingPhoneNumbers.list({ pageSize: 200 })).map((number) => ({
          ...pick(number, 'sid', 'phoneNumber', 'voiceUrl', 'statusCallback', 'smsUrl'),
          supportsTexts: number.capabilities?.sms === true,
          hasApplication: Boolean(number.voiceApplicationSid) || Boolean(number.smsApplicationSid),
          isOnTrunk: Boolean(number.trunkSid),
          usesPost: usesPost(number) && number.smsMethod === 'POST',
        })),
      ),
    createNumber: (phoneNumber, callbacks) =>
      request(
        async (twilio) =>
          (await twilio.incomingPhoneNumbers.create({ phoneNumber, ...postCallbacks(callbacks) })).sid,
      ),
    updateNumber: (sid, callbacks) =>
      request((twilio) =>
        twilio
          .incomingPhoneNumbers(sid)
          // An application would take precedence over the URLs.
          .update({ ...postCallbacks(callbacks), voiceApplicationSid: '', smsApplicationSid: '' })
          .then(nothing),
      ),
  };
}

const CURRENT_RECORDING = 'Twilio.CURRENT';

const isRunning = (status: string): boolean => status === 'in-progress' || status === 'paused';

const notInState = (status: string) =>
  Object.assign(new Error(`the recording is ${status}`), { status: 409 });

const legFields = ({ from, timeoutSeconds, statusCallback }: LegParams) => ({
  from,
  timeout: timeoutSeconds,
  statusCallback,
  statusCallbackMethod: 'POST',
  statusCallbackEvent: LEG_EVENTS,
});

/** A person's greeting is followed by a longer pause than a machine's sentences. */
const GREETING_END_MS = 700;

function detection(callback: string) {
  return {
    machineDetection: 'Enable',
    machineDetectionSpeechEndThreshold: GREETING_END_MS,
    amdStatusCallback: callback,
    amdStatusCallbackMethod: 'POST',
  };
}

interface WebhookMethods {
  readonly voiceMethod: string;
  readonly statusCallbackMethod: string;
}

function usesPost({ voiceMethod, statusCallbackMethod }: WebhookMethods): boolean {
  return voiceMethod === 'POST' && statusCallbackMethod === 'POST';
}

function providerApplication(
  found: WebhookMethods & Pick<ProviderApplication, 'sid' | 'voiceUrl' | 'statusCallback'>,
): ProviderApplication {
  const { sid, voiceUrl, statusCallback } = found;
  return { sid, voiceUrl, statusCallback, usesPost: usesPost(found) };
}

function postCallbacks({ voiceUrl, statusCallback, smsUrl }: Callbacks) {
  return {
    voiceUrl,
    voiceMethod: 'POST',
    statusCallback,
    statusCallbackMethod: 'POST',
    ...(smsUrl === undefined ? {} : { smsUrl, smsMethod: 'POST' }),
  };
}

function withBase(uri: string, base: string): string {
  if (base === '') return uri;
  const url = new URL(uri);
  const target = new URL(base);
  url.protocol = target.protocol;
  url.host = target.host;
  return url.href;
}

interface CallFields {
  readonly sid: string;
  readonly status: string;
  readonly to: string;
  readonly dateCreated: Date | null;
  readonly startTime: Date | null;
  readonly endTime: Date | null;
  readonly duration: string | null;
}

function providerCall(call: CallFields): ProviderCall {
  const status = LEG_STATUSES.find((known) => known === call.status) ?? 'queued';
  const seconds = Number(call.duration);
  return {
    sid: call.sid,
    status,
    to: call.to,
    createdAt: toTime(call.dateCreated),
    startedAt: toTime(call.startTime),
    endedAt: toTime(call.endTime),
    seconds: isFinal(status) && call.duration !== null && Number.isFinite(seconds) ? seconds : null,
  };
}

function toTime(date: Date | null): number | null {
  const time = date?.getTime();
  return time === undefined || Number.isNaN(time) ? null : time;
}
