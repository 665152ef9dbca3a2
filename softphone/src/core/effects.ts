/** All effects of the phone, as data. The runner performs them in order; results return as events. */

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
        /** Sent without waiting for the previous answer. */
        atOnce?: true;
      };
      /** The last report of this page: it's no longer a phone. */
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

/** Effects on the voice device. */
export type DeviceEffect = Tagged<{
  registerDevice: { token: string };
  updateToken: { token: string };
  unregisterDevice: Alone;
  destroyDevice: Alone;
  /** Reconnects now, instead of after the library's back-off. */
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

/** Effects on the page, its storage, timers and sounds. */
export type PageEffect = Tagged<{
  reloadPage: Alone;
  /** Updates the desktop app; in a browser it completes immediately. */
  updateApp: Alone;
  subscribeRealtime: { userId: number; accountId: number };
  unsubscribeRealtime: Alone;
  /** Reconnects, because the socket may be dead without knowing it. */
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
  /** Finds out whether the browser blocks the ring sound. */
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
  /** `asks`: prompts for microphone access, without which devices have no names. */
  listAudioDevices: { asks: boolean };
  startDeviceNoticeTimer: { ms: number };
  loadSettings: { userId: number };
  saveSettings: { userId: number; settings: Settings };
  applySettings: { settings: Settings };
  copyErrorLogs: { errors: readonly ErrorEntry[]; quality: CallQuality | null };
}>;

export type PhoneEffect = RequestEffect | DeviceEffect | PageEffect;
