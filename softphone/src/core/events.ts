/**
 * All events of the phone. Times are in milliseconds since 1970. Replies carry the id of their call, so that a late one
 * can't affect another call.
 */
import type { Call, CallUser, Disposition, Lead, User } from '@offhook/contract/entities';
import type { NumberProblem } from '@offhook/contract/phone-numbers/number-problems';
import type { AudioDevices, NotifyPermission, Settings } from './audio/audio-state.ts';
import type { LineStatus } from './line/line-state.ts';
import type { FeedbackIssue } from './line/poor-call.ts';
import type { CallQuality } from './line/quality-figures.ts';
import type { LineMeasure } from './line/sound-watch.ts';
import type { AfterCallRequest } from './outbox/after-call-request.ts';
import type { OutboxEntry } from './outbox/outbox-state.ts';
import type {
  CallerNumber,
  Draft,
  NewCallForm,
  PersonForm,
  StoredCall,
  StoredForms,
} from './screen/screen-state.ts';
import type { Alone, Tagged } from './tagged.ts';

/** What the agent does. These are the events that screens and panels send. */
export type Click = Tagged<{
  loginSubmitted: { email: string; password: string };
  logoutClicked: Alone;
  useItHereClicked: Alone;
  /** While offline: reconnect now. */
  tryNowClicked: Alone;
  alertClosed: Alone;
  /** A tel: link opened outside of the page. */
  telLinkOpened: { url: string };
  // waiting
  navClicked: { item: 'new_call' | 'history' | 'settings' | 'conference' };
  panelClosed: Alone;
  historyPageChosen: { page: number };
  historyLeadClicked: { fname: string; lname: string; phoneNumber: string };
  callNowClicked: {
    fname: string;
    lname: string;
    /** + and digits, and the extension, without a problem. */
    phoneNumber: string;
    problem: NumberProblem | null;
    /** Id of the chosen caller ID; empty for 'Default'. */
    callerId: string;
    /** The chosen caller ID; null for 'Default'. */
    callerNumber: CallerNumber | null;
  };
  /** Any edit in New Call or Add Lead, with the whole form. */
  newCallTyped: { form: NewCallForm };
  addLeadTyped: { form: PersonForm };
  /** Answers to 'Discard what you typed?'; in waiting, 'Discard' on the unfinished call. */
  formDiscarded: Alone;
  formKept: Alone;
  /** 'Use …' and 'Dismiss' of the person who is offered in New Call. */
  offeredUsed: Alone;
  offeredDropped: Alone;
  checkForLeadClicked: Alone;
  superviseClicked: { action: SuperviseAction; callId: number };
  // ringing
  acceptClicked: Alone;
  ignoreClicked: Alone;
  // on call
  hangUpClicked: Alone;
  muteClicked: Alone;
  holdClicked: Alone;
  onCallPanelClicked: { panel: 'keypad' | 'transfer' | 'conference' | 'addLead' };
  digitsPressed: { digits: string };
  transferChosen: { to: TransferTarget };
  conferenceChosen: { userId: number };
  addLeadSubmitted: { fname: string; lname: string; phoneNumber: string; problem: NumberProblem | null };
  /** 'Rename' and 'Keep', of a lead who was called under another name. */
  renameClicked: Alone;
  renameDeclined: Alone;
  // after the call
  resultChosen: { result: Disposition };
  undoClicked: { callId: number; about: string };
  /** For a call of the history. */
  lateResultAsked: { callId: number; about: string };
  lateNoteAsked: { callUserId: number };
  smsClicked: Alone;
  retryClicked: Alone;
  tagChosen: { key: string };
  tagsSkipped: Alone;
  smsSubmitted: { text: string };
  smsCancelled: Alone;
  addNoteClicked: Alone;
  doneClicked: Alone;
  noteSubmitted: { content: string };
  noteSkipped: Alone;
  /** In a note or text message. */
  draftTyped: { text: string };
  /** In waiting: continue or discard a draft. */
  draftOpened: { id: string };
  draftDropped: { id: string };
  refusalRead: { id: string };
  /** The agent is answering the feedback question, so the view must not close. */
  feedbackTouched: Alone;
  feedbackGiven: { issue: FeedbackIssue };
  feedbackDismissed: Alone;
  // settings
  settingsSaved: { settings: Pick<Settings, 'microphone' | 'speaker' | 'ringer'> };
  autoAcceptSwitched: Alone;
  allowNotificationsClicked: Alone;
  notifyNotNowClicked: Alone;
  /** 'Use it', for a connected device. */
  deviceOfferTaken: Alone;
  copyErrorLogsClicked: Alone;
  updateClicked: Alone;
}>;

export type SuperviseAction = 'listen' | 'whisper' | 'barge';
export type TransferTarget = { readonly userId: number } | { readonly teamId: number };

/** The server's responses. `error` is the text to show. */
type Reply = Tagged<{
  userLoaded: { user: User };
  visitorArrived: Alone;
  /** `error` null: nothing to show (a 401 to the first request). */
  userFailed: { error: string | null };
  loginSucceeded: Alone;
  loginFailed: { error: string };
  sessionExpired: Alone;
  tokenLoaded: {
    token: string;
    purpose: TokenPurpose;
    /** Milliseconds since 1970. */
    at: number;
  };
  tokenFailed: { purpose: TokenPurpose; at: number };
  presenceAnswered: {
    phone: boolean;
    resume: number | null;
    /** Whether that report said the device is registered. */
    registered: boolean;
  };
  /** The server has no presence reports, so it can't report another phone or a call to resume. */
  presenceNotOffered: Alone;
  callUserLoaded: { callKey: string; callUser: CallUser };
  callUserFailed: { callKey: string };
  /** Fetched after a change of the current call. */
  callRefreshed: {
    callKey: string;
    call: Call;
    /** Milliseconds since 1970. */
    at: number;
  };
  /** Fetched after a call that ended early. `hadCall`: it was connected to this agent, or unknown. */
  endedCallChecked: {
    callKey: string;
    hadCall: boolean;
    /** The agent who has it instead. */
    by: string | null;
  };
  callPlaced: { callUserId: number; call: Call };
  callPlacingFailed: { error: string };
  leadChecked: { lead: Lead | null };
  superviseAnswered: Alone;
  superviseFailed: { error: string };
  holdAnswered: { callId: number; held: boolean };
  holdFailed: { callId: number };
  transferAnswered: { callId: number };
  transferFailed: { callId: number; error: string };
  conferenceAnswered: Alone;
  conferenceFailed: { error: string };
  leadAdded: { callId: number; call: Call; lead: Lead };
  addLeadFailed: { callId: number; error: string };
  leadRenamed: { callId: number; call: Call; lead: Lead };
  renameFailed: { callId: number; error: string };
  resultSaved: { callId: number };
  /** `notTheirs`: this agent can't record a result for this call. */
  resultFailed: { callId: number; error: string; notTheirs: boolean };
  resultUndone: { callId: number; about: string };
  /** `heard`: the server answered. */
  undoFailed: { callId: number; about: string; error: string; heard: boolean };
  pastCallLoaded: { callUserId: number; callUser: CallUser };
  pastCallFailed: { error: string };
  retryAnswered: { callId: number; lead: Lead };
  retryFailed: { callId: number; error: string };
  tagSaved: { callId: number };
  tagFailed: { callId: number; error: string };
  smsSent: { callId: number };
  smsFailed: { callId: number; error: string };
  noteSaved: { callId: number };
  noteFailed: { callId: number; error: string };
  /** It couldn't be sent: no response, or the session expired. `id` is random and sent with every attempt. */
  requestUnsent: { id: string; at: number; order: AfterCallRequest };
  /** `status` null: accepted; 0: no response. `refusal`: the API's error text. */
  outboxAnswered: { id: string; status: number | null; refusal: string | null };
}>;

export type TokenPurpose = 'register' | 'update';

/** Events of the voice device. `callKey` is the page's own id of a device call. */
export type DeviceReport = Tagged<{
  deviceRegistered: Alone;
  deviceUnregistered: Alone;
  tokenExpiring: Alone;
  /** During a call, and not by us: unplugged, or access was revoked. */
  microphoneStopped: Alone;
  /** About once a second while a call is open. */
  lineMeasured: { callKey: string; measure: LineMeasure };
  /** At the end of a call. `sid`: the provider's id. */
  callMeasured: { sid: string; quality: CallQuality };
  deviceErrored: { code: number; message: string; at: number };
  callOffered: { callKey: string; callUserId: number };
  lineStatusChanged: { callKey: string; status: LineStatus };
  lineAccepted: { callKey: string; at: number };
  /** They were sent without an error. */
  digitsSent: { callKey: string; digits: string };
  /** `warning` is the library's name for the quality problem. */
  lineWarned: { callKey: string; warning: string };
  lineCancelled: { callKey: string };
  /** `status` is the device call's at that moment, usually closed. */
  lineDisconnected: { callKey: string; status: LineStatus; at: number };
  lineFailed: { callKey: string; code: number; message: string; at: number };
}>;

/** Events of the page, the realtime channel, timers and audio. */
export type WorldReport = Tagged<{
  pageLoaded: {
    telUrl: string | null;
    storedCall: StoredCall | null;
    /** Error code after an external login, from the address; may be any text. */
    loginError?: string | null;
  };
  /** The phone's code couldn't be loaded. */
  phoneNotLoaded: Alone;
  /** The last event. */
  pageLeft: Alone;
  /** The page or machine was suspended, so its connections may be dead. */
  pageAwoke: Alone;
  realtimeConnected: Alone;
  realtimeLost: Alone;
  networkLost: Alone;
  networkReturned: Alone;
  /** By another tab. */
  outboxChanged: Alone;
  outboxLoaded: { userId: number; entries: readonly OutboxEntry[] };
  draftsLoaded: { userId: number; drafts: readonly Draft[] };
  formsLoaded: { userId: number; forms: StoredForms };
  callWithdrawn: { callUserId: number; by: string | null };
  callUpdated: { callId: number };
  /** The outcome of an action in this call, such as a transfer that wasn't accepted. */
  callNoticeReceived: { callId: number; text: string };
  /** `at`: milliseconds since 1970. */
  presenceTicked: { at: number };
  /** Once a second. `at`: milliseconds since 1970. `stood`: the clock was suspended before. */
  clockTicked: { at: number; stood: boolean };
  /** Whether this tab or another one is the phone. */
  pageLockGained: Alone;
  pageLockLost: Alone;
  thankYouTimePassed: { callKey: string };
  noticeTimePassed: Alone;
  /** A requested ring hasn't come. */
  awaitedRingTimePassed: Alone;
  undoTimePassed: { callId: number };
  ringLockFound: { locked: boolean };
  microphonePermissionFound: { denied: boolean };
  deviceNoticeTimePassed: Alone;
  audioDevicesListed: { devices: AudioDevices };
  settingsLoaded: { settings: Settings };
  notifyPermissionFound: { permission: NotifyPermission };
  errorLogsCopied: Alone;
  /** `text`: the error logs, for copying by hand. */
  errorLogsNotCopied: { text: string };
  /** The desktop app has checked for an update, or there is no app. */
  appUpdated: Alone;
  countryLookupFailed: { message: string; at: number };
}>;

export type PhoneEvent = Click | Reply | DeviceReport | WorldReport;
