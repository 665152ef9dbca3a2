/** Times are milliseconds since 1970. Replies carry their call's ID, so that a late one can't affect another call. */

import type { User } from '@offhook/contract/accounts/user';
import type { OwnStatus } from '@offhook/contract/agent/agent-status';
import type { WrapUp } from '@offhook/contract/agent/wrap-up';
import type { Call } from '@offhook/contract/calls/call';
import type { CallUser } from '@offhook/contract/calls/call-user';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { ConsultEnd } from '@offhook/contract/calls/hand-over';
import type { CallRecording } from '@offhook/contract/calls/recording';
import type { Lead } from '@offhook/contract/leads/lead';
import type { NumberProblem } from '@offhook/contract/phone-numbers/number-problems';
import type { CallNotice } from '@offhook/contract/realtime';
import type { UserLocale } from '@offhook/i18n/page-locale';
import type { AudioDevices, NotifyPermission, Settings } from './audio/audio-state.ts';
import type { LineStatus } from './line/line-state.ts';
import type { FeedbackIssue } from './line/poor-call.ts';
import type { CallQuality } from './line/quality-figures.ts';
import type { LineMeasurement } from './line/sound-watch.ts';
import type { AfterCallRequest } from './outbox/after-call-request.ts';
import type { OutboxEntry } from './outbox/outbox-state.ts';
import type {
  CallerNumber,
  Draft,
  NewCallForm,
  PersonForm,
  StoredCall,
  StoredForms,
  TransferTarget,
} from './screen/screen-state.ts';
import type { NoFields, Tagged } from './tagged.ts';

export type Click = Tagged<{
  loginSubmitted: { email: string; password: string };
  logoutClicked: NoFields;
  useItHereClicked: NoFields;
  tryNowClicked: NoFields;
  statusMenuOpened: NoFields;
  statusChosen: { key: string };
  wrapUpEndClicked: NoFields;
  alertClosed: NoFields;
  /** Opened outside the page. */
  telLinkOpened: { url: string };
  // waiting
  navClicked: { item: 'new_call' | 'history' | 'settings' | 'conference' };
  panelClosed: NoFields;
  historyPageChosen: { page: number };
  historyLeadClicked: { fname: string; lname: string; phoneNumber: string };
  callNowClicked: {
    fname: string;
    lname: string;
    phoneNumber: string;
    problem: NumberProblem | null;
    /** ID; empty for 'Default'. */
    callerId: string;
    /** Null for 'Default'. */
    callerNumber: CallerNumber | null;
  };
  newCallTyped: { form: NewCallForm };
  addLeadTyped: { form: PersonForm };
  formDiscarded: NoFields;
  formKept: NoFields;
  offeredPersonUsed: NoFields;
  offeredPersonDismissed: NoFields;
  checkForLeadClicked: NoFields;
  superviseClicked: { action: SuperviseAction; callId: number };
  pickUpClicked: { callId: number };
  // ringing
  acceptClicked: NoFields;
  ignoreClicked: NoFields;
  // on call
  hangUpClicked: NoFields;
  muteClicked: NoFields;
  holdClicked: NoFields;
  recordingClicked: NoFields;
  parkClicked: NoFields;
  onCallPanelClicked: { panel: 'keypad' | 'transfer' | 'conference' | 'addLead' };
  digitsPressed: { digits: string };
  transferChosen: { to: TransferTarget };
  conferenceChosen: { userId: number };
  reasonTyped: { text: string };
  cancelInvitationClicked: NoFields;
  inviteAgainClicked: NoFields;
  consultFirstChosen: { consultsFirst: boolean };
  consultEndClicked: { how: ConsultEnd };
  addLeadSubmitted: { fname: string; lname: string; phoneNumber: string; problem: NumberProblem | null };
  renameClicked: NoFields;
  renameDeclined: NoFields;
  // after the call
  resultChosen: { result: Disposition };
  undoClicked: { callId: number; about: string };
  lateResultClicked: { callId: number; about: string };
  lateNoteClicked: { callUserId: number };
  smsClicked: NoFields;
  retryClicked: NoFields;
  tagChosen: { key: string };
  tagsSkipped: NoFields;
  smsSubmitted: { text: string };
  smsCancelled: NoFields;
  addResultClicked: NoFields;
  addNoteClicked: NoFields;
  doneClicked: NoFields;
  noteSubmitted: { content: string };
  noteSkipped: NoFields;
  draftTyped: { text: string };
  /** The note beside the call has the focus, so Thank you must not close. */
  callNoteStarted: NoFields;
  /** Beside the call, before Add Note. */
  callNoteTyped: { callId: number; text: string };
  draftOpened: { id: string };
  draftDiscarded: { id: string };
  rejectionRead: { id: string };
  /** The agent is answering, so the view must not close. */
  feedbackStarted: NoFields;
  feedbackGiven: { issue: FeedbackIssue };
  feedbackDismissed: NoFields;
  // settings
  settingsSaved: { settings: Pick<Settings, 'microphone' | 'speaker' | 'ringer'> };
  /** Saved on the server. */
  localeSaved: { locale: UserLocale };
  autoAcceptSwitched: NoFields;
  allowNotificationsClicked: NoFields;
  notifyNotNowClicked: NoFields;
  deviceOfferAccepted: NoFields;
  copyErrorLogsClicked: NoFields;
  updateClicked: NoFields;
}>;

export type SuperviseAction = 'listen' | 'whisper' | 'barge';

/** Times are in ms since 1970, by this computer's clock. */
export interface LeadQueue {
  readonly at: number;
  readonly waiting: number;
  readonly nextDueAt: number | null;
  /** The agent has just missed a ring, so the next lead comes later. */
  readonly isAfterMissedRing: boolean;
  readonly offShiftUntil: number | null;
}

/** `error` is the text to show. */
type Reply = Tagged<{
  userLoaded: { user: User };
  userNotSignedIn: NoFields;
  /** Null: nothing to show. */
  userFailed: { error: string | null };
  loginSucceeded: NoFields;
  loginFailed: { error: string };
  sessionExpired: NoFields;
  tokenLoaded: {
    token: string;
    purpose: TokenPurpose;
    at: number;
  };
  tokenFailed: { purpose: TokenPurpose; at: number };
  presenceResponded: {
    phone: boolean;
    resume: number | null;
    /** Whether that report said that the device is registered. */
    registered: boolean;
    /** Null if the server doesn't say. */
    queue: LeadQueue | null;
    /** The revision of the agent's status; null if the server has none. */
    status: string | null;
    wrapUp: WrapUp | null;
    onExternalPhone: boolean;
    at: number;
  };
  wrapUpNotEnded: NoFields;
  /** `askedAt`: responses may arrive in another order than their requests. */
  statusLoaded: { status: OwnStatus; at: number; askedAt: number };
  statusNotLoaded: NoFields;
  statusNotChosen: { error: string };
  /** The server doesn't support presence reports. */
  presenceNotOffered: NoFields;
  callUserLoaded: { callKey: string; callUser: CallUser };
  callUserFailed: { callKey: string };
  callRefreshed: {
    callKey: string;
    call: Call;
    at: number;
    askedAt: number;
  };
  /** `hadCall`: the agent was connected; null if the server couldn't be asked. */
  endedCallChecked: {
    callKey: string;
    hadCall: boolean | null;
    /** The agent who has the call instead. */
    by: string | null;
  };
  callPlaced: { callUserId: number; call: Call };
  callPlacingFailed: { error: string };
  leadChecked: { lead: Lead | null };
  superviseSucceeded: NoFields;
  superviseFailed: { error: string };
  pickUpSucceeded: NoFields;
  pickUpFailed: { error: string };
  parkFailed: { callId: number; error: string };
  holdSucceeded: { callId: number; held: boolean; at: number };
  holdFailed: { callId: number; at: number };
  /** Until confirmed, the state is `pausing` or `resuming`. */
  recordingRequested: { callId: number; recording: CallRecording; at: number; askedAt: number };
  recordingRejected: { callId: number; paused: boolean; error: string };
  transferSucceeded: { callId: number };
  transferFailed: { callId: number; error: string };
  invitationCanceled: { callId: number; at: number };
  invitationCancelFailed: { callId: number; error: string };
  consultationEnded: { callId: number };
  consultEndFailed: { callId: number; error: string };
  conferenceSucceeded: NoFields;
  conferenceFailed: { error: string };
  leadAdded: { callId: number; call: Call; lead: Lead; at: number };
  addLeadFailed: { callId: number; error: string };
  leadRenamed: { callId: number; call: Call; lead: Lead; at: number };
  renameFailed: { callId: number; error: string };
  resultSaved: { callId: number };
  /** `isAnotherAgentsCall`: this agent can't record its result. */
  resultFailed: { callId: number; error: string; isAnotherAgentsCall: boolean };
  resultUndone: { callId: number; about: string };
  /** `hasResponse`: the server responded. */
  undoFailed: { callId: number; about: string; error: string; hasResponse: boolean };
  pastCallLoaded: { callUserId: number; callUser: CallUser };
  pastCallFailed: { error: string };
  retrySucceeded: { callId: number; lead: Lead };
  retryFailed: { callId: number; error: string };
  tagSaved: { callId: number };
  tagFailed: { callId: number; error: string };
  smsSent: { callId: number };
  smsFailed: { callId: number; error: string };
  noteSaved: { callId: number; content: string };
  noteFailed: { callId: number; error: string };
  /** Couldn't be sent. `id`: the idempotency key, the same for every attempt. */
  requestUnsent: { id: string; at: number; order: AfterCallRequest };
  /** `status` null: accepted; 0: no response. `refusal`: the API's error text. */
  outboxResponded: { id: string; status: number | null; refusal: string | null };
}>;

export type TokenPurpose = 'register' | 'update';

/** `callKey`: the page's own ID for a device call. */
export type DeviceReport = Tagged<{
  deviceRegistered: NoFields;
  deviceUnregistered: NoFields;
  tokenExpiring: NoFields;
  /** Unplugged, or access revoked, during a call. */
  microphoneStopped: NoFields;
  /** About once a second during a call. */
  lineMeasured: { callKey: string; measure: LineMeasurement };
  /** At the end of a call. `sid`: the provider's call ID. */
  callMeasured: { sid: string; quality: CallQuality };
  deviceErrored: { code: number; message: string; at: number };
  callIncoming: { callKey: string; callUserId: number };
  lineStatusChanged: { callKey: string; status: LineStatus };
  lineAccepted: { callKey: string; at: number };
  digitsSent: { callKey: string; digits: string };
  /** `warning`: the library's name. */
  lineWarned: { callKey: string; warning: string };
  lineCancelled: { callKey: string };
  /** `status`: usually closed. */
  lineDisconnected: { callKey: string; status: LineStatus; at: number };
  lineFailed: { callKey: string; code: number; message: string; at: number };
}>;

export type PageReport = Tagged<{
  pageLoaded: {
    telUrl: string | null;
    storedCall: StoredCall | null;
    /** From the URL, so it may be any text. */
    loginError?: string | null;
  };
  phoneNotLoaded: NoFields;
  pageLeft: NoFields;
  /** After a suspension; connections may be dead. */
  pageResumed: NoFields;
  realtimeConnected: NoFields;
  realtimeLost: NoFields;
  networkLost: NoFields;
  networkReturned: NoFields;
  /** By another tab. */
  outboxChanged: NoFields;
  outboxLoaded: { userId: number; entries: readonly OutboxEntry[] };
  draftsLoaded: { userId: number; drafts: readonly Draft[] };
  formsLoaded: { userId: number; forms: StoredForms };
  statusUpdated: { revision: string };
  callWithdrawn: { callUserId: number; by: string | null };
  callUpdated: { callId: number };
  /** `code` null: from an older or newer server. */
  callNoticeReceived: { callId: number; text: string; code: CallNotice | null };
  presenceTicked: { at: number };
  /** `wasSuspended`: the clock didn't run before this tick. */
  clockTicked: { at: number; wasSuspended: boolean };
  pageLockGained: NoFields;
  pageLockLost: NoFields;
  thankYouTimedOut: { callKey: string };
  noticeTimedOut: NoFields;
  awaitedRingTimedOut: NoFields;
  undoTimedOut: { callId: number };
  invitationTimedOut: NoFields;
  ringLockFound: { locked: boolean };
  microphonePermissionFound: { denied: boolean };
  deviceNoticeTimedOut: NoFields;
  audioDevicesListed: { devices: AudioDevices };
  settingsLoaded: { settings: Settings };
  notifyPermissionFound: { permission: NotifyPermission };
  errorLogsCopied: NoFields;
  /** `text`: for copying by hand. */
  errorLogsNotCopied: { text: string };
  appUpdated: NoFields;
  countryLookupFailed: { message: string; at: number };
}>;

export type PhoneEvent = Click | Reply | DeviceReport | PageReport;
