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
import type { AfterCallOrder } from './outbox/after-call-order.ts';
import type { OutboxEntry } from './outbox/outbox-state.ts';
import type {
  CallerNumber,
  Draft,
  NewCallForm,
  PersonForm,
  StoredCall,
  StoredForms,
} from './screen/screen-state.ts';

/** What the agent does. These are the events that screens and panels send. */
export type Click =
  | { readonly type: 'loginSubmitted'; readonly email: string; readonly password: string }
  | { readonly type: 'logoutClicked' }
  | { readonly type: 'useItHereClicked' }
  /** While offline: connect at once, as when the browser's network returns. */
  | { readonly type: 'tryNowClicked' }
  | { readonly type: 'alertClosed' }
  /** A tel: link outside of the page, given to the phone that is open already. */
  | { readonly type: 'telLinkOpened'; readonly url: string }
  // waiting
  | { readonly type: 'navClicked'; readonly item: 'new_call' | 'history' | 'settings' | 'conference' }
  | { readonly type: 'panelClosed' }
  | { readonly type: 'historyPageChosen'; readonly page: number }
  | {
      readonly type: 'historyLeadClicked';
      readonly fname: string;
      readonly lname: string;
      readonly phoneNumber: string;
    }
  | {
      readonly type: 'callNowClicked';
      readonly fname: string;
      readonly lname: string;
      /** + and digits, and the extension, without a problem. */
      readonly phoneNumber: string;
      readonly problem: NumberProblem | null;
      /** Id of the chosen caller ID; empty for 'Default'. */
      readonly callerId: string;
      /** The chosen caller ID; null for 'Default'. */
      readonly callerNumber: CallerNumber | null;
    }
  /** Any edit in New Call or Add Lead, with the whole form. */
  | { readonly type: 'newCallTyped'; readonly form: NewCallForm }
  | { readonly type: 'addLeadTyped'; readonly form: PersonForm }
  /** Answers to 'Discard what you typed?'; in waiting, 'Discard' on the unfinished call. */
  | { readonly type: 'formDiscarded' }
  | { readonly type: 'formKept' }
  /** 'Use …' and 'Dismiss' of the person who is offered in New Call. */
  | { readonly type: 'offeredUsed' }
  | { readonly type: 'offeredDropped' }
  | { readonly type: 'checkForLeadClicked' }
  | { readonly type: 'superviseClicked'; readonly action: SuperviseAction; readonly callId: number }
  // ringing
  | { readonly type: 'acceptClicked' }
  | { readonly type: 'ignoreClicked' }
  // on call
  | { readonly type: 'hangUpClicked' }
  | { readonly type: 'muteClicked' }
  | { readonly type: 'holdClicked' }
  | { readonly type: 'onCallPanelClicked'; readonly panel: 'keypad' | 'transfer' | 'conference' | 'addLead' }
  | { readonly type: 'digitsPressed'; readonly digits: string }
  | { readonly type: 'transferChosen'; readonly to: TransferTarget }
  | { readonly type: 'conferenceChosen'; readonly userId: number }
  | {
      readonly type: 'addLeadSubmitted';
      readonly fname: string;
      readonly lname: string;
      readonly phoneNumber: string;
      readonly problem: NumberProblem | null;
    }
  /** 'Rename' and 'Keep', of a lead who was called under another name. */
  | { readonly type: 'renameClicked' }
  | { readonly type: 'renameDeclined' }
  // after the call
  | { readonly type: 'resultChosen'; readonly result: Disposition }
  | { readonly type: 'undoClicked'; readonly callId: number; readonly about: string }
  /** Of a call that is long over. */
  | { readonly type: 'lateResultAsked'; readonly callId: number; readonly about: string }
  | { readonly type: 'lateNoteAsked'; readonly callUserId: number }
  | { readonly type: 'smsClicked' }
  | { readonly type: 'retryClicked' }
  | { readonly type: 'tagChosen'; readonly key: string }
  | { readonly type: 'tagsSkipped' }
  | { readonly type: 'smsSubmitted'; readonly text: string }
  | { readonly type: 'smsCancelled' }
  | { readonly type: 'addNoteClicked' }
  | { readonly type: 'doneClicked' }
  | { readonly type: 'noteSubmitted'; readonly content: string }
  | { readonly type: 'noteSkipped' }
  /** In a note or a text message, which is not sent yet. */
  | { readonly type: 'draftTyped'; readonly text: string }
  /** In waiting: one that was left unsent is gone on with, or thrown away. */
  | { readonly type: 'draftOpened'; readonly id: string }
  | { readonly type: 'draftDropped'; readonly id: string }
  | { readonly type: 'refusalRead'; readonly id: string }
  /** The question about a bad call has the agent's attention: nothing may close over it. */
  | { readonly type: 'feedbackTouched' }
  | { readonly type: 'feedbackGiven'; readonly issue: FeedbackIssue }
  | { readonly type: 'feedbackDismissed' }
  // settings
  | { readonly type: 'settingsSaved'; readonly settings: Pick<Settings, 'microphone' | 'speaker' | 'ringer'> }
  | { readonly type: 'autoAcceptSwitched' }
  | { readonly type: 'allowNotificationsClicked' }
  | { readonly type: 'notifyNotNowClicked' }
  /** 'Use it', of a device that has come. */
  | { readonly type: 'deviceOfferTaken' }
  | { readonly type: 'copyErrorLogsClicked' }
  | { readonly type: 'updateClicked' };

export type SuperviseAction = 'listen' | 'whisper' | 'barge';
export type TransferTarget = { readonly userId: number } | { readonly teamId: number };

/** What the server answers. `error` is the sentence to show. */
type Reply =
  | { readonly type: 'userLoaded'; readonly user: User }
  | { readonly type: 'visitorArrived' }
  /** `error` null: nothing to tell (a 401 to the first call). */
  | { readonly type: 'userFailed'; readonly error: string | null }
  | { readonly type: 'loginSucceeded' }
  | { readonly type: 'loginFailed'; readonly error: string }
  | { readonly type: 'sessionExpired' }
  | {
      readonly type: 'tokenLoaded';
      readonly token: string;
      readonly purpose: TokenPurpose;
      /** Milliseconds since 1970. */
      readonly at: number;
    }
  | { readonly type: 'tokenFailed'; readonly purpose: TokenPurpose; readonly at: number }
  | {
      readonly type: 'presenceAnswered';
      readonly phone: boolean;
      readonly resume: number | null;
      /** What the report that is answered said of the device. */
      readonly registered: boolean;
    }
  /** The server knows no presence report: it can tell of no other phone, and of no call to come back to. */
  | { readonly type: 'presenceNotOffered' }
  | { readonly type: 'callUserLoaded'; readonly callKey: string; readonly callUser: CallUser }
  | { readonly type: 'callUserFailed'; readonly callKey: string }
  /** Asked after a change of the running call. */
  | {
      readonly type: 'callRefreshed';
      readonly callKey: string;
      readonly call: Call;
      /** Milliseconds since 1970. */
      readonly at: number;
    }
  /** Asked after a call that ended at once. `hadCall`: it was connected to this agent, or the server could not say. */
  | {
      readonly type: 'endedCallChecked';
      readonly callKey: string;
      readonly hadCall: boolean;
      /** The agent who had it instead. */
      readonly by: string | null;
    }
  | { readonly type: 'callPlaced'; readonly callUserId: number; readonly call: Call }
  | { readonly type: 'callPlacingFailed'; readonly error: string }
  | { readonly type: 'leadChecked'; readonly lead: Lead | null }
  | { readonly type: 'superviseAnswered' }
  | { readonly type: 'superviseFailed'; readonly error: string }
  | { readonly type: 'holdAnswered'; readonly callId: number; readonly held: boolean }
  | { readonly type: 'holdFailed'; readonly callId: number }
  | { readonly type: 'transferAnswered'; readonly callId: number }
  | { readonly type: 'transferFailed'; readonly callId: number; readonly error: string }
  | { readonly type: 'conferenceAnswered' }
  | { readonly type: 'conferenceFailed'; readonly error: string }
  | { readonly type: 'leadAdded'; readonly callId: number; readonly call: Call; readonly lead: Lead }
  | { readonly type: 'addLeadFailed'; readonly callId: number; readonly error: string }
  | { readonly type: 'leadRenamed'; readonly callId: number; readonly call: Call; readonly lead: Lead }
  | { readonly type: 'renameFailed'; readonly callId: number; readonly error: string }
  | { readonly type: 'resultSaved'; readonly callId: number }
  /** `notTheirs`: this agent can never give a result of this call. */
  | {
      readonly type: 'resultFailed';
      readonly callId: number;
      readonly error: string;
      readonly notTheirs: boolean;
    }
  | { readonly type: 'resultUndone'; readonly callId: number; readonly about: string }
  /** `heard`: the server answered. */
  | {
      readonly type: 'undoFailed';
      readonly callId: number;
      readonly about: string;
      readonly error: string;
      readonly heard: boolean;
    }
  | { readonly type: 'pastCallLoaded'; readonly callUserId: number; readonly callUser: CallUser }
  | { readonly type: 'pastCallFailed'; readonly error: string }
  | { readonly type: 'retryAnswered'; readonly callId: number; readonly lead: Lead }
  | { readonly type: 'retryFailed'; readonly callId: number; readonly error: string }
  | { readonly type: 'tagSaved'; readonly callId: number }
  | { readonly type: 'tagFailed'; readonly callId: number; readonly error: string }
  | { readonly type: 'smsSent'; readonly callId: number }
  | { readonly type: 'smsFailed'; readonly callId: number; readonly error: string }
  | { readonly type: 'noteSaved'; readonly callId: number }
  | { readonly type: 'noteFailed'; readonly callId: number; readonly error: string }
  /** It could not be sent now: no answer came, or the session was over. `id` is random, and sent with every try. */
  | {
      readonly type: 'orderUnsent';
      readonly id: string;
      readonly at: number;
      readonly order: AfterCallOrder;
    }
  /** What became of an entry of the outbox; `status` null: taken, 0: no answer. `refusal`: the API's own sentence. */
  | {
      readonly type: 'outboxAnswered';
      readonly id: string;
      readonly status: number | null;
      readonly refusal: string | null;
    };

export type TokenPurpose = 'register' | 'update';

/** What the voice device reports. `callKey` is the page's own name for one device call. */
export type DeviceReport =
  | { readonly type: 'deviceRegistered' }
  | { readonly type: 'deviceUnregistered' }
  | { readonly type: 'tokenExpiring' }
  /** In a call, and not by us: it was unplugged, or its right was taken away. */
  | { readonly type: 'microphoneStopped' }
  /** About once a second while a call is open. */
  | { readonly type: 'lineMeasured'; readonly callKey: string; readonly measure: LineMeasure }
  /** At the end of a call. `sid`: the provider's name of it. */
  | { readonly type: 'callMeasured'; readonly sid: string; readonly quality: CallQuality }
  | { readonly type: 'deviceErrored'; readonly code: number; readonly message: string; readonly at: number }
  | { readonly type: 'callOffered'; readonly callKey: string; readonly callUserId: number }
  | { readonly type: 'lineStatusChanged'; readonly callKey: string; readonly status: LineStatus }
  | { readonly type: 'lineAccepted'; readonly callKey: string; readonly at: number }
  /** They are on their way: no error was raised about them. */
  | { readonly type: 'digitsSent'; readonly callKey: string; readonly digits: string }
  /** The library measured something bad; `warning` is its own name of it. */
  | { readonly type: 'lineWarned'; readonly callKey: string; readonly warning: string }
  | { readonly type: 'lineCancelled'; readonly callKey: string }
  /** `status` is the device call's own at that moment, closed as a rule. */
  | {
      readonly type: 'lineDisconnected';
      readonly callKey: string;
      readonly status: LineStatus;
      readonly at: number;
    }
  | {
      readonly type: 'lineFailed';
      readonly callKey: string;
      readonly code: number;
      readonly message: string;
      readonly at: number;
    };

/** What the rest of the world reports: the page, the realtime channel, timers, audio. */
export type WorldReport =
  | {
      readonly type: 'pageLoaded';
      readonly telUrl: string | null;
      readonly storedCall: StoredCall | null;
      /** Code of the table of errors by which a login that left the page came back; anything may stand there. */
      readonly loginError?: string | null;
    }
  /** The code of the phone itself could not be fetched. */
  | { readonly type: 'phoneNotLoaded' }
  /** Nothing more is heard after it. */
  | { readonly type: 'pageLeft' }
  /** The page, or the machine, was still for a while: what it believes of its connections may be long over. */
  | { readonly type: 'pageAwoke' }
  | { readonly type: 'realtimeConnected' }
  | { readonly type: 'realtimeLost' }
  | { readonly type: 'networkLost' }
  | { readonly type: 'networkReturned' }
  /** Another page of this browser has put something in or taken something out. */
  | { readonly type: 'outboxChanged' }
  | { readonly type: 'outboxLoaded'; readonly userId: number; readonly entries: readonly OutboxEntry[] }
  | { readonly type: 'draftsLoaded'; readonly userId: number; readonly drafts: readonly Draft[] }
  | { readonly type: 'formsLoaded'; readonly userId: number; readonly forms: StoredForms }
  | { readonly type: 'callWithdrawn'; readonly callUserId: number; readonly by: string | null }
  /** What came of something that was asked for in this call: a transfer that nobody took. */
  /** Something about this call has changed, perhaps its lead. */
  | { readonly type: 'callUpdated'; readonly callId: number }
  | { readonly type: 'callNoticeHeard'; readonly callId: number; readonly text: string }
  /** `at`: milliseconds since 1970. */
  | { readonly type: 'presenceTicked'; readonly at: number }
  /** Once a second, in milliseconds since 1970. `stood`: the clock stood still before it. */
  | { readonly type: 'clockTicked'; readonly at: number; readonly stood: boolean }
  /** Of the pages of this browser, this one is the phone, or another is. */
  | { readonly type: 'pageLockGained' }
  | { readonly type: 'pageLockLost' }
  | { readonly type: 'thankYouTimePassed'; readonly callKey: string }
  | { readonly type: 'noticeTimePassed' }
  /** A ring that was asked for has not come. */
  | { readonly type: 'awaitedRingTimePassed' }
  | { readonly type: 'undoTimePassed'; readonly callId: number }
  | { readonly type: 'ringLockFound'; readonly locked: boolean }
  | { readonly type: 'microphonePermissionFound'; readonly denied: boolean }
  | { readonly type: 'deviceNoticeTimePassed' }
  | { readonly type: 'audioDevicesListed'; readonly devices: AudioDevices }
  | { readonly type: 'settingsLoaded'; readonly settings: Settings }
  | { readonly type: 'notifyPermissionFound'; readonly permission: NotifyPermission }
  | { readonly type: 'errorLogsCopied' }
  /** `text`: the error logs, for copying by hand. */
  | { readonly type: 'errorLogsNotCopied'; readonly text: string }
  /** The desktop app has looked for a newer one, or there is no such app. */
  | { readonly type: 'appUpdated' }
  /** Nobody could say where this visitor is. */
  | { readonly type: 'countryLookupFailed'; readonly message: string; readonly at: number };

export type PhoneEvent = Click | Reply | DeviceReport | WorldReport;
