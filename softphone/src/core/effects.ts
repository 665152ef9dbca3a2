/** Everything the phone orders done, as data. The runner performs them in order; results come back as events. */

import type { Settings } from './audio/audio-state.ts';
import type { SuperviseAction, TokenPurpose, TransferTarget } from './events.ts';
import type { ErrorEntry } from './line/line-state.ts';
import type { FeedbackIssue } from './line/poor-call.ts';
import type { CallQuality } from './line/quality-figures.ts';
import type { AfterCallOrder } from './outbox/after-call-order.ts';
import type { OutboxEntry } from './outbox/outbox-state.ts';
import type { Draft, StoredCall, StoredForms } from './screen/screen-state.ts';

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
  | { readonly type: 'loadUser' }
  | { readonly type: 'logIn'; readonly email: string; readonly password: string }
  | { readonly type: 'logOut' }
  /** With the time query to register, without it to renew a token that expires. */
  | { readonly type: 'fetchToken'; readonly purpose: TokenPurpose }
  | {
      readonly type: 'reportPresence';
      readonly report: PresenceReport;
      readonly takeOver: boolean;
      /** It does not wait for the answer to the one before. */
      readonly atOnce?: true;
    }
  /** The last word of this page: it is nobody's phone any more. */
  | { readonly type: 'leavePresence'; readonly report: PresenceReport }
  | { readonly type: 'lookUpCall'; readonly callKey: string; readonly callUserId: number }
  | { readonly type: 'refreshCall'; readonly callKey: string; readonly callUserId: number }
  | { readonly type: 'checkEndedCall'; readonly callKey: string; readonly callUserId: number }
  | { readonly type: 'placeCall'; readonly person: PersonToCall; readonly agentId: number }
  | { readonly type: 'hangUpCall'; readonly callId: number }
  | { readonly type: 'rejectCall'; readonly callId: number }
  | { readonly type: 'reportDisconnect'; readonly userId: number; readonly status: string }
  | { readonly type: 'reportQuality'; readonly sid: string; readonly quality: CallQuality }
  | { readonly type: 'checkForLead' }
  | { readonly type: 'supervise'; readonly action: SuperviseAction; readonly callId: number }
  | { readonly type: 'holdCall'; readonly callId: number }
  | { readonly type: 'unholdCall'; readonly callId: number }
  | {
      readonly type: 'transferCall';
      readonly callId: number;
      readonly callUserId: number;
      readonly to: TransferTarget;
    }
  | { readonly type: 'callIntoConference'; readonly userId: number }
  | { readonly type: 'addLead'; readonly callId: number; readonly person: PersonToCall }
  | {
      readonly type: 'renameLead';
      readonly callId: number;
      readonly fname: string;
      readonly lname: string;
    }
  | { readonly type: 'retryLead'; readonly callId: number; readonly person: PersonToCall }
  | { readonly type: 'undoResult'; readonly callId: number; readonly about: string }
  | { readonly type: 'lookUpPastCall'; readonly callUserId: number }
  | AfterCallOrder
  | { readonly type: 'sendFromOutbox'; readonly entry: OutboxEntry };

/** Orders to the voice device. */
export type DeviceEffect =
  | { readonly type: 'registerDevice'; readonly token: string }
  | { readonly type: 'updateToken'; readonly token: string }
  | { readonly type: 'unregisterDevice' }
  | { readonly type: 'destroyDevice' }
  /** A new connection in place of one that is being tried again with longer and longer pauses. */
  | { readonly type: 'renewDevice' }
  | {
      readonly type: 'connectLine';
      readonly callKey: string;
      readonly callUserId: number;
      readonly callerId: string;
      readonly to: string;
    }
  | { readonly type: 'acceptLine'; readonly callKey: string }
  | { readonly type: 'rejectLine'; readonly callKey: string }
  /** Silence only: nothing is sent. */
  | { readonly type: 'ignoreLine'; readonly callKey: string }
  | { readonly type: 'disconnectLine'; readonly callKey: string }
  | { readonly type: 'muteLine'; readonly callKey: string; readonly muted: boolean }
  | {
      readonly type: 'postFeedback';
      readonly callKey: string;
      readonly score: number;
      readonly issue: FeedbackIssue;
    }
  | { readonly type: 'sendDigits'; readonly callKey: string; readonly digits: string };

/** Orders to the page, its storage, timers and sounds. */
export type PageEffect =
  | { readonly type: 'reloadPage' }
  /** Of the desktop app; a browser has none, and is done at once. */
  | { readonly type: 'updateApp' }
  | { readonly type: 'subscribeRealtime'; readonly userId: number; readonly accountId: number }
  | { readonly type: 'unsubscribeRealtime' }
  /** Connects anew, so that 'connected' is true again or no longer said. */
  | { readonly type: 'checkRealtime' }
  | { readonly type: 'takePageLock'; readonly userId: number }
  | { readonly type: 'stealPageLock'; readonly userId: number }
  | { readonly type: 'releasePageLock' }
  | { readonly type: 'startPresence' }
  | { readonly type: 'stopPresence' }
  | { readonly type: 'startThankYouTimer'; readonly callKey: string; readonly ms: number }
  | { readonly type: 'stopThankYouTimer' }
  | { readonly type: 'startNoticeTimer'; readonly ms: number }
  | { readonly type: 'startAwaitedRingTimer'; readonly ms: number }
  | { readonly type: 'startUndoTimer'; readonly callId: number; readonly ms: number }
  /** Finds out whether the browser would let the ring sound play. */
  | { readonly type: 'tryRing' }
  | { readonly type: 'startRing' }
  | { readonly type: 'stopRing' }
  /** Opens the browser's prompt for the permission to notify. */
  | { readonly type: 'askToNotify' }
  /** `answer`: the label of the button that answers, as on the screen. */
  | {
      readonly type: 'notifyIncoming';
      readonly title: string;
      readonly name: string;
      readonly answer: 'Accept' | 'Call';
    }
  | { readonly type: 'storeCall'; readonly call: StoredCall }
  | { readonly type: 'forgetStoredCall' }
  | { readonly type: 'loadDrafts'; readonly userId: number }
  | { readonly type: 'keepDraft'; readonly userId: number; readonly draft: Draft }
  | { readonly type: 'dropDraft'; readonly userId: number; readonly id: string }
  | { readonly type: 'loadForms'; readonly userId: number }
  | { readonly type: 'keepForms'; readonly userId: number; readonly forms: StoredForms }
  | { readonly type: 'loadOutbox'; readonly userId: number }
  | { readonly type: 'keepInOutbox'; readonly userId: number; readonly entry: OutboxEntry }
  | { readonly type: 'dropFromOutbox'; readonly userId: number; readonly id: string }
  /** `asks`: for the right to use the microphone, without which devices have no names. */
  | { readonly type: 'listAudioDevices'; readonly asks: boolean }
  | { readonly type: 'startDeviceNoticeTimer'; readonly ms: number }
  | { readonly type: 'loadSettings'; readonly userId: number }
  | { readonly type: 'saveSettings'; readonly userId: number; readonly settings: Settings }
  | { readonly type: 'applySettings'; readonly settings: Settings }
  | {
      readonly type: 'copyErrorLogs';
      readonly errors: readonly ErrorEntry[];
      readonly quality: CallQuality | null;
    };

export type PhoneEffect = RequestEffect | DeviceEffect | PageEffect;
