import type { LegStatus } from '../core/leg-status.ts';
import type { Outcome } from './telephony-outcome.ts';

export interface TelephonyConfig {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly apiBase: string;
}

export interface LegParams {
  readonly from: string;
  readonly timeoutSeconds: number;
  /** The provider makes up to five attempts on any failure. */
  readonly statusCallback: string;
}

export interface RingParams extends LegParams {
  readonly identity: string;
  readonly callUserId: number;
  /** Requested when the phone answers, to claim the call. */
  readonly url: string;
}

export interface ExternalRingParams extends LegParams {
  readonly number: string;
  /** Requested when a person or a machine answers. */
  readonly url: string;
}

export interface DialParams extends LegParams {
  readonly conference: string;
  readonly label: string;
  readonly to: string;
  readonly waitUrl: string;
  /** Unused if `detectsVoicemail` is false. */
  readonly detectionCallback: string;
  readonly conferenceCallback: string;
}

export interface ExtensionDialParams extends LegParams {
  readonly to: string;
  /** Sent after the answer: 0-9, and w for half a second. */
  readonly digits: string;
  readonly twiml: string;
}

export interface TextMessage {
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

export interface TextParams extends TextMessage {
  readonly statusCallback: string;
}

export interface ProviderText extends TextMessage {
  readonly sid: string;
  readonly createdAt: number | null;
}

export interface ProviderCall {
  readonly sid: string;
  readonly status: LegStatus;
  readonly to: string;
  readonly createdAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly seconds: number | null;
}

export interface ProviderNumber extends ProviderApplication {
  readonly phoneNumber: string;
  readonly smsUrl: string;
  readonly supportsTexts: boolean;
  /** An application takes precedence over the URLs. */
  readonly hasApplication: boolean;
  /** A SIP trunk receives the calls, so the URLs are unused. */
  readonly isOnTrunk: boolean;
}

export interface ProviderAccount {
  readonly isActive: boolean;
  /** Can only call verified numbers. */
  readonly isTrial: boolean;
}

export interface ProviderApplication {
  readonly sid: string;
  readonly voiceUrl: string;
  readonly statusCallback: string;
  /** The URLs are requested by POST. */
  readonly usesPost: boolean;
}

export interface Callbacks {
  readonly voiceUrl: string;
  readonly statusCallback: string;
  readonly smsUrl?: string;
}

export interface ProviderVoicemail {
  readonly sid: string;
  readonly seconds: number | null;
}

export interface Telephony {
  /** For the voice SDK, valid for `TOKEN_TTL_S`. */
  accessToken(identity: string, applicationSid: string): Promise<string>;
  /** Compares in constant time. */
  verifySignature(
    signature: string,
    url: string,
    params: Record<string, string | string[]>,
  ): Promise<boolean>;
  ring(params: RingParams): Promise<Outcome<string>>;
  ringExternalPhone(params: ExternalRingParams): Promise<Outcome<string>>;
  dial(params: DialParams): Promise<Outcome<string>>;
  dialExtension(params: ExtensionDialParams): Promise<Outcome<string>>;
  callsTo(address: string): Promise<Outcome<readonly ProviderCall[]>>;
  /** Newest first, of all calls of the account. */
  callsWithStatus(
    status: 'in-progress' | 'ringing',
    limit: number,
  ): Promise<Outcome<readonly ProviderCall[]>>;
  call(sid: string): Promise<Outcome<ProviderCall>>;
  end(sid: string): Promise<Outcome<void>>;
  sendText(params: TextParams): Promise<Outcome<string>>;
  textsTo(number: string): Promise<Outcome<readonly ProviderText[]>>;
  redirect(sid: string, twiml: string): Promise<Outcome<void>>;
  /** `holdUrl` null resumes the leg. */
  hold(conferenceSid: string, callSid: string, holdUrl: string | null): Promise<Outcome<void>>;
  isInConference(conferenceSid: string, callSid: string): Promise<Outcome<boolean>>;
  /** The leg hears everyone, but only the coached leg hears it; `coached` null mutes it. */
  coach(conferenceSid: string, callSid: string, coached: string | null): Promise<Outcome<void>>;
  /** The leg is heard by all, and coaches no one. */
  speakToAll(conferenceSid: string, callSid: string): Promise<Outcome<void>>;
  announce(conferenceSid: string, callSid: string, url: string): Promise<Outcome<void>>;
  /** Confirms that the running recording is paused (silent on both channels) or runs. */
  pauseRecording(conferenceSid: string, paused: boolean): Promise<Outcome<void>>;
  /** Only a conference in progress. */
  findConference(name: string): Promise<Outcome<string | null>>;
  conferenceRecordings(conferenceSid: string): Promise<Outcome<readonly string[]>>;
  voicemailRecordings(callSid: string): Promise<Outcome<readonly ProviderVoicemail[]>>;
  recording(sid: string, channels: 1 | 2, signal: AbortSignal): Promise<Outcome<ReadableStream<Uint8Array>>>;
  removeRecording(sid: string): Promise<Outcome<void>>;
  removeText(sid: string): Promise<Outcome<void>>;
  account(): Promise<Outcome<ProviderAccount>>;
  checkKey(): Promise<Outcome<void>>;
  providerTime(): Promise<Outcome<number | null>>;
  application(sid: string): Promise<Outcome<ProviderApplication>>;
  applications(name: string): Promise<Outcome<readonly ProviderApplication[]>>;
  createApplication(name: string, callbacks: Callbacks): Promise<Outcome<string>>;
  updateApplication(sid: string, callbacks: Callbacks): Promise<Outcome<void>>;
  numbers(): Promise<Outcome<readonly ProviderNumber[]>>;
  createNumber(phoneNumber: string, callbacks: Callbacks): Promise<Outcome<string>>;
  updateNumber(sid: string, callbacks: Callbacks): Promise<Outcome<void>>;
}
