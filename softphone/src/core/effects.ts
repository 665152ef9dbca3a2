/** Everything the phone orders done, as data. The runner performs them in order; results come back as events. */

import type { Settings } from './audio/audio-state.ts';
import type { SuperviseAction, TokenPurpose, TransferTarget } from './events.ts';
import type { ErrorEntry } from './line/line-state.ts';
import type { FeedbackIssue } from './line/poor-call.ts';
import type { CallQuality } from './line/quality-figures.ts';
import type { AfterCallRequest } from './outbox/after-call-request.ts';
import type { OutboxEntry } from './outbox/outbox-state.ts';
import type { Draft, StoredCall, StoredForms } from './screen/screen-state.ts';
import type { Alone, Tagged } from './tagged.ts';

export interface PersonToCall {
  readonly fname: string;
  readonly lname: string;
  /** + and digits, and the extension. */
  readonly phoneNumber: string;
}

export interface PresenceReport {
  readonly state:
    | 'waiting'
    | 'ringing'
    | 'oncall'
    | 'disposition'
    | 'disposition2'
    | 'note'
    | 'sms'
    | 'thankyou';
  readonly device: 'registered' | 'unregistered';
  readonly audio: 'ready' | 'locked';
  readonly callUserId: number | null;
}

/** Requests to the server. */
export type RequestEffect =
  | Tagged<{
      loadUser: Alone;
      logIn: { email: string; password: string };
      logOut: Alone;
      /** With the time query to register, without it to renew a token that expires. */
      fetchToken: { purpose: TokenPurpose };
      reportPresence: {
        report: PresenceReport;
        takeOver: boolean;
        /** It does not wait for the answer to the one before. */
        atOnce?: true;
      };
      /** The last word of this page: it is nobody's phone any more. */
      leavePresence: { report: PresenceReport };
      lookUpCall: { callKey: string; callUserId: number };
      refreshCall: { callKey: string; callUserId: number };
      checkEndedCall: { callKey: string; callUserId: number };
      placeCall: { person: PersonToCall; agentId: number };
      hangUpCall: { callId: number };
      rejectCall: { callId: number };
      reportDisconnect: { userId: number; status: string };
      reportQuality: { sid: string; quality: CallQuality };
      checkForLead: Alone;
      supervise: { action: SuperviseAction; callId: number };
      holdCall: { callId: number };
      unholdCall: { callId: number };
      transferCall: { callId: number; callUserId: number; to: TransferTarget };
      callIntoConference: { userId: number };
      addLead: { callId: number; person: PersonToCall };
      renameLead: { callId: number; fname: string; lname: string };
      retryLead: { callId: number; person: PersonToCall };
      undoResult: { callId: number; about: string };
      lookUpPastCall: { callUserId: number };
      sendFromOutbox: { entry: OutboxEntry };
    }>
  | AfterCallRequest;

/** Orders to the voice device. */
export type DeviceEffect = Tagged<{
  registerDevice: { token: string };
  updateToken: { token: string };
  unregisterDevice: Alone;
  destroyDevice: Alone;
  /** A new connection in place of one that is being tried again with longer and longer pauses. */
  renewDevice: Alone;
  connectLine: { callKey: string; callUserId: number; callerId: string; to: string };
  acceptLine: { callKey: string };
  rejectLine: { callKey: string };
  /** Silence only: nothing is sent. */
  ignoreLine: { callKey: string };
  disconnectLine: { callKey: string };
  muteLine: { callKey: string; muted: boolean };
  postFeedback: { callKey: string; score: number; issue: FeedbackIssue };
  sendDigits: { callKey: string; digits: string };
}>;

/** Orders to the page, its storage, timers and sounds. */
export type PageEffect = Tagged<{
  reloadPage: Alone;
  /** Of the desktop app; a browser has none, and is done at once. */
  updateApp: Alone;
  subscribeRealtime: { userId: number; accountId: number };
  unsubscribeRealtime: Alone;
  /** Connects anew, so that 'connected' is true again or no longer said. */
  checkRealtime: Alone;
  takePageLock: { userId: number };
  stealPageLock: { userId: number };
  releasePageLock: Alone;
  startPresence: Alone;
  stopPresence: Alone;
  startThankYouTimer: { callKey: string; ms: number };
  stopThankYouTimer: Alone;
  startNoticeTimer: { ms: number };
  startAwaitedRingTimer: { ms: number };
  startUndoTimer: { callId: number; ms: number };
  /** Finds out whether the browser would let the ring sound play. */
  tryRing: Alone;
  startRing: Alone;
  stopRing: Alone;
  /** Opens the browser's prompt for the permission to notify. */
  askToNotify: Alone;
  /** `answer`: the label of the button that answers, as on the screen. */
  notifyIncoming: { title: string; name: string; answer: string };
  storeCall: { call: StoredCall };
  forgetStoredCall: Alone;
  loadDrafts: { userId: number };
  keepDraft: { userId: number; draft: Draft };
  dropDraft: { userId: number; id: string };
  loadForms: { userId: number };
  keepForms: { userId: number; forms: StoredForms };
  loadOutbox: { userId: number };
  keepInOutbox: { userId: number; entry: OutboxEntry };
  dropFromOutbox: { userId: number; id: string };
  /** `asks`: for the right to use the microphone, without which devices have no names. */
  listAudioDevices: { asks: boolean };
  startDeviceNoticeTimer: { ms: number };
  loadSettings: { userId: number };
  saveSettings: { userId: number; settings: Settings };
  applySettings: { settings: Settings };
  copyErrorLogs: { errors: readonly ErrorEntry[]; quality: CallQuality | null };
}>;

export type PhoneEffect = RequestEffect | DeviceEffect | PageEffect;
