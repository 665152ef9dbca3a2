import type { Language } from '@offhook/contract/accounts/languages';
import { greetingPath } from '@offhook/contract/console/greeting-entities';

/** The fragment isn't part of the request or its signature: it makes the provider try up to five times on any failure. */
const RETRIES = '#rc=5&rp=all';

export type SoundName = 'ringback' | 'music' | 'failed';

export interface WebhookUrls {
  readonly client: string;
  readonly inbound: string;
  readonly text: string;
  textStatus(messageId: number): string;
  /** For legs that the provider created itself, found by their call SID. */
  readonly anyLeg: string;
  offer(ids: { readonly callId: number; readonly callUserId: number; readonly legId: number }): string;
  externalPhone(ids: {
    readonly callId: number;
    readonly callUserId: number;
    readonly legId: number;
  }): string;
  externalPhoneKey(ids: {
    readonly callId: number;
    readonly callUserId: number;
    readonly legId: number;
  }): string;
  leg(callId: number, legId: number): string;
  answeredBy(callId: number, legId: number): string;
  conference(callId: number): string;
  recording(callId: number): string;
  callerReady(callId: number): string;
  voicemailLeft(callId: number): string;
  voicemailRecorded(callId: number): string;
  recordingAnnouncement(language: Language): string;
  wait(sound: SoundName): string;
  sound(sound: SoundName): string;
  greeting(id: string): string;
}

export function webhookUrls(publicUrl: string): WebhookUrls {
  const at = (path: string) => `${publicUrl}/twilio/${path}`;
  const ofRing = (
    path: string,
    ids: { readonly callId: number; readonly callUserId: number; readonly legId: number },
  ) => `${at(path)}?call_user_id=${ids.callUserId}&call_id=${ids.callId}&leg_id=${ids.legId}${RETRIES}`;
  return {
    client: `${at('voice/client')}${RETRIES}`,
    inbound: `${at('voice/inbound')}${RETRIES}`,
    text: `${at('messages/inbound')}${RETRIES}`,
    textStatus: (messageId) => `${at('status/message')}?message_id=${messageId}${RETRIES}`,
    anyLeg: `${at('status/leg')}${RETRIES}`,
    offer: (ids) => ofRing('voice/offer', ids),
    externalPhone: (ids) => ofRing('voice/own-phone', ids),
    externalPhoneKey: (ids) => ofRing('voice/own-phone-key', ids),
    leg: (callId, legId) => `${at('status/leg')}?call_id=${callId}&leg_id=${legId}${RETRIES}`,
    answeredBy: (callId, legId) => `${at('status/answered-by')}?call_id=${callId}&leg_id=${legId}${RETRIES}`,
    conference: (callId) => `${at('status/conference')}?call_id=${callId}${RETRIES}`,
    recording: (callId) => `${at('status/recording')}?call_id=${callId}${RETRIES}`,
    callerReady: (callId) => `${at('voice/caller-ready')}?call_id=${callId}${RETRIES}`,
    voicemailLeft: (callId) => `${at('voice/message-left')}?call_id=${callId}${RETRIES}`,
    voicemailRecorded: (callId) => `${at('status/voicemail')}?call_id=${callId}${RETRIES}`,
    recordingAnnouncement: (language) => `${at('announcement/recording')}?language=${language}${RETRIES}`,
    wait: (sound) => `${at(`wait/${sound}`)}${RETRIES}`,
    sound: (sound) => `${at(`sounds/${sound}.wav`)}`,
    greeting: (id) => publicUrl + greetingPath(id),
  };
}
