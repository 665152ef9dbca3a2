/** Effects are performed in order; results come back as events. */

import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import type { Settings } from './audio/audio-state.ts';
import type { SuperviseAction, TokenPurpose } from './events.ts';
import type { ErrorEntry } from './line/line-state.ts';
import type { FeedbackIssue } from './line/poor-call.ts';
import type { CallQuality } from './line/quality-figures.ts';
import type { AfterCallRequest } from './outbox/after-call-request.ts';
import type { OutboxEntry } from './outbox/outbox-state.ts';
import type { Draft, StoredCall, StoredForms, TransferTarget } from './screen/screen-state.ts';
import type { NoFields, Tagged } from './tagged.ts';

export interface PersonToCall {
  readonly fname: string;
  readonly lname: string;
  /** +, digits and the extension. */
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

export type RequestEffect =
  | Tagged<{
      loadUser: NoFields;
      logIn: { email: string; password: string };
      logOut: NoFields;
      loadStatus: NoFields;
      chooseStatus: { key: string };
      endWrapUp: NoFields;
      fetchToken: { purpose: TokenPurpose };
      reportPresence: {
        report: PresenceReport;
        takeOver: boolean;
        immediate?: true;
      };
      /** The last report of this page. */
      leavePresence: { report: PresenceReport };
      lookUpCall: { callKey: string; callUserId: number };
      refreshCall: { callKey: string; callUserId: number };
      checkEndedCall: { callKey: string; callUserId: number };
      placeCall: { person: PersonToCall; agentId: number };
      hangUpCall: { callId: number };
      rejectCall: { callId: number };
      reportDisconnect: { userId: number; status: string };
      reportQuality: { sid: string; quality: CallQuality };
      checkForLead: NoFields;
      supervise: { action: SuperviseAction; callId: number };
      parkCall: { callId: number; note?: string };
      pickUpCall: { callId: number };
      holdCall: { callId: number };
      unholdCall: { callId: number };
      pauseRecording: { callId: number };
      resumeRecording: { callId: number };
      /** `reason` may be empty. */
      transferCall: {
        callId: number;
        callUserId: number;
        to: TransferTarget;
        reason: string;
        note?: string;
        consult: boolean;
      };
      endConsultation: { callId: number; how: ConsultEnd; note?: string };
      callIntoConference: { userId: number; reason: string; note?: string };
      cancelInvitation: { callId: number };
      addLead: { callId: number; person: PersonToCall };
      renameLead: { callId: number; fname: string; lname: string };
      retryLead: { callId: number; person: PersonToCall };
      undoResult: { callId: number; about: string };
      lookUpPastCall: { callUserId: number };
      sendFromOutbox: { entry: OutboxEntry };
    }>
  | AfterCallRequest;

export type DeviceEffect = Tagged<{
  registerDevice: { token: string };
  updateToken: { token: string };
  unregisterDevice: NoFields;
  destroyDevice: NoFields;
  /** Without waiting for the library's back-off. */
  recreateDevice: NoFields;
  connectLine: { callKey: string; callUserId: number; callerId: string; to: string };
  acceptLine: { callKey: string };
  rejectLine: { callKey: string };
  /** Stops ringing without a request to the server. */
  ignoreLine: { callKey: string };
  disconnectLine: { callKey: string };
  muteLine: { callKey: string; muted: boolean };
  postFeedback: { callKey: string; score: number; issue: FeedbackIssue };
  sendDigits: { callKey: string; digits: string };
}>;

export type PageEffect = Tagged<{
  reloadPage: NoFields;
  updateApp: NoFields;
  subscribeRealtime: { userId: number; accountId: number };
  unsubscribeRealtime: NoFields;
  reconnectRealtime: NoFields;
  takePageLock: { userId: number };
  stealPageLock: { userId: number };
  releasePageLock: NoFields;
  startPresence: NoFields;
  stopPresence: NoFields;
  startThankYouTimer: { callKey: string; ms: number };
  stopThankYouTimer: NoFields;
  startNoticeTimer: { ms: number };
  startAwaitedRingTimer: { ms: number };
  startUndoTimer: { callId: number; ms: number };
  startInvitationTimer: { ms: number };
  tryRingSound: NoFields;
  startRing: NoFields;
  stopRing: NoFields;
  /** Only this agent hears it. */
  playRecordingTone: { paused: boolean };
  requestNotifyPermission: NoFields;
  /** `from`: who transfers the call, or invites to it; may be empty. */
  notifyIncoming: { title: string; name: string; from: string; answer: string };
  storeCall: { call: StoredCall };
  removeStoredCall: NoFields;
  loadDrafts: { userId: number };
  saveDraft: { userId: number; draft: Draft };
  removeDraft: { userId: number; id: string };
  loadForms: { userId: number };
  saveForms: { userId: number; forms: StoredForms };
  loadOutbox: { userId: number };
  saveToOutbox: { userId: number; entry: OutboxEntry };
  removeFromOutbox: { userId: number; id: string };
  /** Microphone access reveals device names. */
  listAudioDevices: { promptsForAccess: boolean };
  startDeviceNoticeTimer: { ms: number };
  loadSettings: { userId: number };
  saveSettings: { userId: number; settings: Settings };
  applySettings: { settings: Settings };
  copyErrorLogs: { errors: readonly ErrorEntry[]; quality: CallQuality | null };
}>;

export type PhoneEffect = RequestEffect | DeviceEffect | PageEffect;
