/**
 * The addresses that the provider calls. The fragment is no part of the request or of its signature: it tells the
 * provider to try five times, on any failure.
 */
const RETRIES = '#rc=5&rp=all';

export type SoundName = 'ringback' | 'music' | 'failed';

export interface WebhookUrls {
  /** A device's own call. */
  readonly client: string;
  /** A call on one of the account's numbers. */
  readonly inbound: string;
  /** A text to one of the account's numbers. */
  readonly text: string;
  /** Reports of how far a text of ours has come. */
  textStatus(messageId: number): string;
  /** Reports of legs that the provider made by itself: found by their call SID. */
  readonly anyLeg: string;
  offer(ids: { readonly callId: number; readonly callUserId: number; readonly legId: number }): string;
  /** A phone of an agent's own was answered. */
  ownPhone(ids: { readonly callId: number; readonly callUserId: number; readonly legId: number }): string;
  /** A key was pressed on it, or none. */
  ownPhoneKey(ids: { readonly callId: number; readonly callUserId: number; readonly legId: number }): string;
  leg(callId: number, legId: number): string;
  /** Whether a person or a machine picked up. */
  answeredBy(callId: number, legId: number): string;
  conference(callId: number): string;
  recording(callId: number): string;
  /** A caller has heard the welcome. */
  callerReady(callId: number): string;
  /** A caller has come to the end of a message. */
  messageLeft(callId: number): string;
  /** The recording of a message can be fetched. */
  messageRecorded(callId: number): string;
  /** What somebody is told whose conversation is recorded. */
  readonly recordingAnnouncement: string;
  /** What somebody hears who waits: TwiML that plays the sound for ever. */
  wait(sound: SoundName): string;
  sound(sound: SoundName): string;
}

/** @param publicUrl where the provider reaches us; without a slash at the end */
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
    ownPhone: (ids) => ofRing('voice/own-phone', ids),
    ownPhoneKey: (ids) => ofRing('voice/own-phone-key', ids),
    leg: (callId, legId) => `${at('status/leg')}?call_id=${callId}&leg_id=${legId}${RETRIES}`,
    answeredBy: (callId, legId) => `${at('status/answered-by')}?call_id=${callId}&leg_id=${legId}${RETRIES}`,
    conference: (callId) => `${at('status/conference')}?call_id=${callId}${RETRIES}`,
    recording: (callId) => `${at('status/recording')}?call_id=${callId}${RETRIES}`,
    callerReady: (callId) => `${at('voice/caller-ready')}?call_id=${callId}${RETRIES}`,
    messageLeft: (callId) => `${at('voice/message-left')}?call_id=${callId}${RETRIES}`,
    messageRecorded: (callId) => `${at('status/voicemail')}?call_id=${callId}${RETRIES}`,
    recordingAnnouncement: `${at('announcement/recording')}${RETRIES}`,
    wait: (sound) => `${at(`wait/${sound}`)}${RETRIES}`,
    sound: (sound) => `${at(`sounds/${sound}.wav`)}`,
  };
}
