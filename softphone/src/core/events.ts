/**
 * Everything that can happen to the phone, as past facts. Each event brings its own facts: ids, and times in
 * milliseconds since 1970. Replies name the call they are about, so that a late one cannot touch another call.
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
  /** While offline: connect at once, as when the browser's network returns. */
  tryNowClicked: Alone;
  alertClosed: Alone;
  /** A tel: link outside of the page, given to the phone that is open already. */
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
  /** Of a call that is long over. */
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
  /** In a note or a text message, which is not sent yet. */
  draftTyped: { text: string };
  /** In waiting: one that was left unsent is gone on with, or thrown away. */
  draftOpened: { id: string };
  draftDropped: { id: string };
  refusalRead: { id: string };
  /** The question about a bad call has the agent's attention: nothing may close over it. */
  feedbackTouched: Alone;
  feedbackGiven: { issue: FeedbackIssue };
  feedbackDismissed: Alone;
  // settings
  settingsSaved: { settings: Pick<Settings, 'microphone' | 'speaker' | 'ringer'> };
  autoAcceptSwitched: Alone;
  allowNotificationsClicked: Alone;
  notifyNotNowClicked: Alone;
  /** 'Use it', of a device that has come. */
  deviceOfferTaken: Alone;
  copyErrorLogsClicked: Alone;
  updateClicked: Alone;
}>;

export type SuperviseAction = 'listen' | 'whisper' | 'barge';
export type TransferTarget = { readonly userId: number } | { readonly teamId: number };

/** What the server answers. `error` is the sentence to show. */
type Reply = Tagged<{
  userLoaded: { user: User };
  visitorArrived: Alone;
  /** `error` null: nothing to tell (a 401 to the first call). */
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
    /** What the report that is answered said of the device. */
    registered: boolean;
  };
  /** The server knows no presence report: it can tell of no other phone, and of no call to come back to. */
  presenceNotOffered: Alone;
  callUserLoaded: { callKey: string; callUser: CallUser };
  callUserFailed: { callKey: string };
  /** Asked after a change of the running call. */
  callRefreshed: {
    callKey: string;
    call: Call;
    /** Milliseconds since 1970. */
    at: number;
  };
  /** Asked after a call that ended at once. `hadCall`: it was connected to this agent, or the server could not say. */
  endedCallChecked: {
    callKey: string;
    hadCall: boolean;
    /** The agent who had it instead. */
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
  /** `notTheirs`: this agent can never give a result of this call. */
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
  /** It could not be sent now: no answer came, or the session was over. `id` is random, and sent with every try. */
  requestUnsent: { id: string; at: number; order: AfterCallRequest };
  /** What became of an entry of the outbox; `status` null: taken, 0: no answer. `refusal`: the API's own sentence. */
  outboxAnswered: { id: string; status: number | null; refusal: string | null };
}>;

export type TokenPurpose = 'register' | 'update';

/** What the voice device reports. `callKey` is the page's own name for one device call. */
export type DeviceReport = Tagged<{
  deviceRegistered: Alone;
  deviceUnregistered: Alone;
  tokenExpiring: Alone;
  /** In a call, and not by us: it was unplugged, or its right was taken away. */
  microphoneStopped: Alone;
  /** About once a second while a call is open. */
  lineMeasured: { callKey: string; measure: LineMeasure };
  /** At the end of a call. `sid`: the provider's name of it. */
  callMeasured: { sid: string; quality: CallQuality };
  deviceErrored: { code: number; message: string; at: number };
  callOffered: { callKey: string; callUserId: number };
  lineStatusChanged: { callKey: string; status: LineStatus };
  lineAccepted: { callKey: string; at: number };
  /** They are on their way: no error was raised about them. */
  digitsSent: { callKey: string; digits: string };
  /** The library measured something bad; `warning` is its own name of it. */
  lineWarned: { callKey: string; warning: string };
  lineCancelled: { callKey: string };
  /** `status` is the device call's own at that moment, closed as a rule. */
  lineDisconnected: { callKey: string; status: LineStatus; at: number };
  lineFailed: { callKey: string; code: number; message: string; at: number };
}>;

/** What the rest of the world reports: the page, the realtime channel, timers, audio. */
export type WorldReport = Tagged<{
  pageLoaded: {
    telUrl: string | null;
    storedCall: StoredCall | null;
    /** Code of the table of errors by which a login that left the page came back; anything may stand there. */
    loginError?: string | null;
  };
  /** The code of the phone itself could not be fetched. */
  phoneNotLoaded: Alone;
  /** Nothing more is heard after it. */
  pageLeft: Alone;
  /** The page, or the machine, was still for a while: what it believes of its connections may be long over. */
  pageAwoke: Alone;
  realtimeConnected: Alone;
  realtimeLost: Alone;
  networkLost: Alone;
  networkReturned: Alone;
  /** Another page of this browser has put something in or taken something out. */
  outboxChanged: Alone;
  outboxLoaded: { userId: number; entries: readonly OutboxEntry[] };
  draftsLoaded: { userId: number; drafts: readonly Draft[] };
  formsLoaded: { userId: number; forms: StoredForms };
  callWithdrawn: { callUserId: number; by: string | null };
  /** Something about this call has changed, perhaps its lead. */
  callUpdated: { callId: number };
  /** What came of something that was asked for in this call: a transfer that nobody took. */
  callNoticeReceived: { callId: number; text: string };
  /** `at`: milliseconds since 1970. */
  presenceTicked: { at: number };
  /** Once a second, in milliseconds since 1970. `stood`: the clock stood still before it. */
  clockTicked: { at: number; stood: boolean };
  /** Of the pages of this browser, this one is the phone, or another is. */
  pageLockGained: Alone;
  pageLockLost: Alone;
  thankYouTimePassed: { callKey: string };
  noticeTimePassed: Alone;
  /** A ring that was asked for has not come. */
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
  /** The desktop app has looked for a newer one, or there is no such app. */
  appUpdated: Alone;
  /** Nobody could say where this visitor is. */
  countryLookupFailed: { message: string; at: number };
}>;

export type PhoneEvent = Click | Reply | DeviceReport | WorldReport;
