/**
 * The telephony provider, through its official SDK (`twilio` 6.2.0, loaded when first needed). An address in the
 * configuration points the SDK at another service that speaks the same API; nothing else differs.
 */

import { TOKEN_TTL_S } from '@offhook/contract/limits';
import type twilioSdk from 'twilio';
import type { Twilio } from 'twilio';
import { isFinal, LEG_STATUSES, type LegStatus } from '../core/leg-status.ts';
import { pick } from '../core/pick.ts';
import { type Failure, type Outcome, outcomeOf } from './telephony-outcome.ts';

export interface TelephonyConfig {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Base address of the API; empty: the provider's own. */
  readonly apiBase: string;
}

interface LegOrder {
  /** A number of the account. */
  readonly from: string;
  readonly timeoutSeconds: number;
  /** Where the provider reports the leg; it tries on every failure, five times. */
  readonly statusCallback: string;
}

export interface RingOrder extends LegOrder {
  readonly identity: string;
  readonly callUserId: number;
  /** Asked when the phone has answered: the claim. */
  readonly url: string;
}

/** An agent's own telephone. */
export interface NumberRingOrder extends LegOrder {
  readonly number: string;
  /** Asked when it was answered: by somebody who is not known yet, or by a machine. */
  readonly url: string;
}

export interface DialOrder extends LegOrder {
  readonly conference: string;
  readonly label: string;
  readonly to: string;
  readonly waitUrl: string;
  /** Told whether a person or a machine picked up, unless `detectsVoicemail` is false. */
  readonly detectionCallback: string;
  readonly conferenceCallback: string;
}

/** A number with an extension. */
export interface ExtensionDialOrder extends LegOrder {
  readonly to: string;
  /** Pressed after the answer: 0-9, and w for half a second. */
  readonly digits: string;
  /** What the leg does after that. */
  readonly twiml: string;
}

export interface Text {
  /** A number of the account. */
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

export interface TextOrder extends Text {
  /** Told how far it has come. */
  readonly statusCallback: string;
}

export interface ProviderText extends Text {
  readonly sid: string;
  /** ms since 1970 */
  readonly createdAt: number | null;
}

export interface ProviderCall {
  readonly sid: string;
  readonly status: LegStatus;
  readonly to: string;
  /** Times in ms since 1970. */
  readonly createdAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Of the connection; null while it lasts. */
  readonly seconds: number | null;
}

export interface ProviderNumber extends ProviderApplication {
  readonly phoneNumber: string;
  readonly smsUrl: string;
  readonly takesTexts: boolean;
  /** An application stands before its addresses, which are not asked then. */
  readonly hasApplication: boolean;
  /** A SIP trunk takes its calls, and its addresses are not asked. */
  readonly isOnTrunk: boolean;
}

/** The account itself. */
export interface ProviderAccount {
  readonly isActive: boolean;
  /** It can call only numbers that were verified before. */
  readonly isTrial: boolean;
}

export interface ProviderApplication {
  readonly sid: string;
  readonly voiceUrl: string;
  readonly statusCallback: string;
  /** Its addresses are asked by POST. */
  readonly isPosted: boolean;
}

export interface Callbacks {
  readonly voiceUrl: string;
  readonly statusCallback: string;
  /** Of numbers alone: what is told of texts that come. */
  readonly smsUrl?: string;
}

export interface ProviderMessage {
  readonly sid: string;
  readonly seconds: number | null;
}

export interface Telephony {
  /** A JSON Web Token for the voice SDK of one identity, for `TOKEN_LIFE_MS`. */
  accessToken(identity: string, applicationSid: string): Promise<string>;
  /** Whether a webhook was signed by the provider; in constant time. */
  isSigned(signature: string, url: string, params: Record<string, string | string[]>): Promise<boolean>;
  ring(order: RingOrder): Promise<Outcome<string>>;
  ringNumber(order: NumberRingOrder): Promise<Outcome<string>>;
  dial(order: DialOrder): Promise<Outcome<string>>;
  dialExtension(order: ExtensionDialOrder): Promise<Outcome<string>>;
  /** The newest calls to an address, newest first. */
  callsTo(address: string): Promise<Outcome<readonly ProviderCall[]>>;
  call(sid: string): Promise<Outcome<ProviderCall>>;
  end(sid: string): Promise<Outcome<void>>;
  sendText(order: TextOrder): Promise<Outcome<string>>;
  /** The newest texts to a number, newest first. */
  textsTo(number: string): Promise<Outcome<readonly ProviderText[]>>;
  /** The leg does what the TwiML says from now on. */
  redirect(sid: string, twiml: string): Promise<Outcome<void>>;
  /** `holdUrl` null: back into the conversation. */
  hold(conferenceSid: string, callSid: string, holdUrl: string | null): Promise<Outcome<void>>;
  /** Only the coached leg hears this one, which hears everyone; `coached` null: nobody hears it. */
  coach(conferenceSid: string, callSid: string, coached: string | null): Promise<Outcome<void>>;
  /** The TwiML of an address is said to this leg, and to nobody else. */
  announce(conferenceSid: string, callSid: string, url: string): Promise<Outcome<void>>;
  /** The living conference of a name; null: there is none. */
  conferenceNamed(name: string): Promise<Outcome<string | null>>;
  conferenceRecordings(conferenceSid: string): Promise<Outcome<readonly string[]>>;
  /** What was recorded of a call on which a message was asked for; seconds are null while it is recorded. */
  messagesOf(callSid: string): Promise<Outcome<readonly ProviderMessage[]>>;
  /** A recording as WAV, with both channels or the only one. */
  recording(sid: string, channels: 1 | 2, signal: AbortSignal): Promise<Outcome<ReadableStream<Uint8Array>>>;
  /** For ever. */
  removeRecording(sid: string): Promise<Outcome<void>>;
  removeText(sid: string): Promise<Outcome<void>>;
  account(): Promise<Outcome<ProviderAccount>>;
  /** A request by the API key, with which the tokens of devices are signed. */
  checkKey(): Promise<Outcome<void>>;
  /** What time the provider's clock shows, in ms since 1970; null: it does not say. */
  providerTime(): Promise<Outcome<number | null>>;
  application(sid: string): Promise<Outcome<ProviderApplication>>;
  applications(name: string): Promise<Outcome<readonly ProviderApplication[]>>;
  createApplication(name: string, callbacks: Callbacks): Promise<Outcome<string>>;
  updateApplication(sid: string, callbacks: Callbacks): Promise<Outcome<void>>;
  numbers(): Promise<Outcome<readonly ProviderNumber[]>>;
  createNumber(phoneNumber: string, callbacks: Callbacks): Promise<Outcome<string>>;
  updateNumber(sid: string, callbacks: Callbacks): Promise<Outcome<void>>;
}

type RequestOptions<T> = Parameters<typeof twilioSdk.RequestClient.prototype.request<T>>[0];

type NewCall = Parameters<Twilio['calls']['create']>[0];
type Participant = ReturnType<ReturnType<Twilio['conferences']>['participants']>;
type ParticipantChange = Parameters<Participant['update']>[0];

const REQUEST_TIMEOUT_MS = 10_000;
const LEG_EVENTS = ['initiated', 'ringing', 'answered', 'completed'];
const PROVIDER_API = 'https://api.twilio.com';

export interface TelephonyOptions {
  /** Of one request, in ms. */
  readonly timeoutMs?: number;
  /** Whether the provider listens for machines where a lead is dialled, which it charges for; yes unless said. */
  readonly detectsVoicemail?: boolean;
  /** Told of every request that failed. */
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
  const ask = async <T>(work: (twilio: Twilio) => Promise<T>) => {
    const outcome = await outcomeOf(async () => work(await client()));
    if (!outcome.ok) onFailure?.(outcome);
    return outcome;
  };
  const nothing = () => undefined;
  const create = (call: NewCall) => ask(async (twilio) => (await twilio.calls.create(call)).sid);
  const ring = (to: string, order: RingOrder | NumberRingOrder) =>
    create({ to, url: order.url, method: 'POST', ...legOf(order) });
  const changeParticipant = (conferenceSid: string, callSid: string, change: ParticipantChange) =>
    ask((twilio) => twilio.conferences(conferenceSid).participants(callSid).update(change).then(nothing));

  return {
    async accessToken(identity, applicationSid) {
      const { AccessToken } = (await sdk()).jwt;
      const token = new AccessToken(accountSid, apiKey, apiSecret, { identity, ttl: TOKEN_TTL_S });
      token.addGrant(
        new AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid, incomingAllow: true }),
      );
      return token.toJwt();
    },
    async isSigned(signature, url, params) {
      return (await sdk()).validateRequest(authToken, signature, url, params);
    },
    ring: (order) => ring(`client:${order.identity}?call_user_id=${order.callUserId}`, order),
    ringNumber: (order) => ring(order.number, order),
    dial: (order) =>
      ask(async (twilio) => {
        const participant = await twilio.conferences(order.conference).participants.create({
          to: order.to,
          label: order.label,
          beep: 'false',
          earlyMedia: false,
          startConferenceOnEnter: true,
          endConferenceOnExit: false,
          waitUrl: order.waitUrl,
          waitMethod: 'POST',
          ...legOf(order),
          ...(detectsVoicemail ? detection(order.detectionCallback) : {}),
          conferenceStatusCallback: order.conferenceCallback,
          conferenceStatusCallbackMethod: 'POST',
          conferenceStatusCallbackEvent: ['start', 'end', 'join', 'leave'],
        });
        return participant.callSid;
      }),
    dialExtension: (order) =>
      create({
        to: order.to,
        sendDigits: order.digits,
        twiml: order.twiml,
        ...legOf(order),
      }),
    callsTo: (address) =>
      ask(async (twilio) => (await twilio.calls.list({ to: address, limit: 20 })).map(providerCall)),
    call: (sid) => ask(async (twilio) => providerCall(await twilio.calls(sid).fetch())),
    end: (sid) => ask((twilio) => twilio.calls(sid).update({ status: 'completed' }).then(nothing)),
    sendText: (order) => ask(async (twilio) => (await twilio.messages.create({ ...order })).sid),
    textsTo: (number) =>
      ask(async (twilio) =>
        (await twilio.messages.list({ to: number, limit: 20 })).map(
          ({ sid, from, to, body, dateCreated }) => ({ sid, from, to, body, createdAt: timeOf(dateCreated) }),
        ),
      ),
    redirect: (sid, twiml) => ask((twilio) => twilio.calls(sid).update({ twiml }).then(nothing)),
    hold: (conferenceSid, callSid, holdUrl) =>
      changeParticipant(
        conferenceSid,
        callSid,
        holdUrl === null ? { hold: false } : { hold: true, holdUrl, holdMethod: 'POST' },
      ),
    coach: (conferenceSid, callSid, coached) =>
      changeParticipant(
        conferenceSid,
        callSid,
        coached === null ? { muted: true } : { coaching: true, callSidToCoach: coached, muted: false },
      ),
    announce: (conferenceSid, callSid, url) =>
      changeParticipant(conferenceSid, callSid, { announceUrl: url, announceMethod: 'POST' }),
    conferenceNamed: (name) =>
      ask(async (twilio) => {
        const found = await twilio.conferences.list({ friendlyName: name, limit: 5 });
        return found.find(({ status }) => status !== 'completed')?.sid ?? null;
      }),
    conferenceRecordings: (conferenceSid) =>
      ask(async (twilio) => {
        const found = await twilio.conferences(conferenceSid).recordings.list({ limit: 20 });
        return found.filter(({ status }) => status === 'completed').map(({ sid }) => sid);
      }),
    messagesOf: (callSid) =>
      ask(async (twilio) => {
        const found = await twilio.calls(callSid).recordings.list({ limit: 20 });
        return found
          .filter(({ source }) => source === 'RecordVerb')
          .map(({ sid, status, duration }) => ({
            sid,
            seconds: status === 'completed' ? Number(duration) : null,
          }));
      }),
    recording: (sid, channels, signal) =>
      outcomeOf(async () => {
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
    removeRecording: (sid) => ask((twilio) => twilio.recordings(sid).remove().then(nothing)),
    removeText: (sid) => ask((twilio) => twilio.messages(sid).remove().then(nothing)),
    account: () =>
      ask(async (twilio) => {
        const { status, type } = await twilio.api.v2010.accounts(accountSid).fetch();
        return { isActive: status === 'active', isTrial: type === 'Trial' };
      }),
    checkKey: () =>
      outcomeOf(async () => {
        const byKey = connect(await sdk(), apiKey, apiSecret);
        await byKey.applications.list({ limit: 1 });
      }),
    providerTime: () =>
      outcomeOf(async () => {
        const began = performance.now();
        const answer = await fetch(apiBase === '' ? PROVIDER_API : apiBase, {
          method: 'HEAD',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const told = Date.parse(answer.headers.get('date') ?? '');
        // It says whole seconds, and is read when half of the way is done.
        return Number.isNaN(told) ? null : told + 500 + (performance.now() - began) / 2;
      }),
    application: (sid) => ask(async (twilio) => providerApplication(await twilio.applications(sid).fetch())),
    applications: (name) =>
      ask(async (twilio) =>
        (await twilio.applications.list({ friendlyName: name, limit: 5 })).map(providerApplication),
      ),
    createApplication: (friendlyName, callbacks) =>
      ask(async (twilio) => (await twilio.applications.create({ friendlyName, ...posted(callbacks) })).sid),
    updateApplication: (sid, callbacks) =>
      ask((twilio) => twilio.applications(sid).update(posted(callbacks)).then(nothing)),
    numbers: () =>
      ask(async (twilio) =>
        (await twilio.incomingPhoneNumbers.list({ pageSize: 200 })).map((number) => ({
          ...pick(number, 'sid', 'phoneNumber', 'voiceUrl', 'statusCallback', 'smsUrl'),
          takesTexts: number.capabilities?.sms === true,
          hasApplication: Boolean(number.voiceApplicationSid) || Boolean(number.smsApplicationSid),
          isOnTrunk: Boolean(number.trunkSid),
          isPosted: isPosted(number) && number.smsMethod === 'POST',
        })),
      ),
    createNumber: (phoneNumber, callbacks) =>
      ask(
        async (twilio) =>
          (await twilio.incomingPhoneNumbers.create({ phoneNumber, ...posted(callbacks) })).sid,
      ),
    updateNumber: (sid, callbacks) =>
      ask((twilio) =>
        twilio
          .incomingPhoneNumbers(sid)
          // An application would stand before the addresses.
          .update({ ...posted(callbacks), voiceApplicationSid: '', smsApplicationSid: '' })
          .then(nothing),
      ),
  };
}

/** What all orders of a leg say. The provider tells of each of its steps. */
const legOf = ({ from, timeoutSeconds, statusCallback }: LegOrder) => ({
  from,
  timeout: timeoutSeconds,
  statusCallback,
  statusCallbackMethod: 'POST',
  statusCallbackEvent: LEG_EVENTS,
});

/** A person who says hello pauses for longer than a machine does between two sentences. */
const GREETING_END_MS = 700;

function detection(callback: string) {
  return {
    machineDetection: 'Enable',
    machineDetectionSpeechEndThreshold: GREETING_END_MS,
    amdStatusCallback: callback,
    amdStatusCallbackMethod: 'POST',
  };
}

interface Asked {
  readonly voiceMethod: string;
  readonly statusCallbackMethod: string;
}

function isPosted({ voiceMethod, statusCallbackMethod }: Asked): boolean {
  return voiceMethod === 'POST' && statusCallbackMethod === 'POST';
}

function providerApplication(
  found: Asked & Pick<ProviderApplication, 'sid' | 'voiceUrl' | 'statusCallback'>,
): ProviderApplication {
  const { sid, voiceUrl, statusCallback } = found;
  return { sid, voiceUrl, statusCallback, isPosted: isPosted(found) };
}

function posted({ voiceUrl, statusCallback, smsUrl }: Callbacks) {
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
    createdAt: timeOf(call.dateCreated),
    startedAt: timeOf(call.startTime),
    endedAt: timeOf(call.endTime),
    seconds: isFinal(status) && call.duration !== null && Number.isFinite(seconds) ? seconds : null,
  };
}

function timeOf(date: Date | null): number | null {
  const time = date?.getTime();
  return time === undefined || Number.isNaN(time) ? null : time;
}
