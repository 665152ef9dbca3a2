/**
 * What the agent sees: one view at a time, each with only what belongs to it, so that leaving a view clears it.
 *
 *                        ┌──────────────── RESET from anywhere ───────────────┐
 *                        ▼                                                    │
 *   ┌────────► waiting ──Call Now, reply──► oncall(dialing) ──accept──► oncall(talking)
 *   │            │ ring, looked up                                ▲           │ disconnect
 *   │            ▼                                                │           ▼
 *   │         ringing ──Accept/Call, or by itself──► oncall(connecting)   oncall(ended): another agent's call?
 *   │            │ Ignore, cancel, withdrawn                                  │ no
 *   ├────────────┘                                        no result ┌─────────┴─────────┐ result
 *   │                                                               ▼                   ▼
 *   ├──────────── 2 s, Done ──────────────────────────────────── thankyou ◄──── disposition ──► sms, disposition2
 *   │                                                               │ Add Note   ▲                   │
 *   └──────────── saved, Skip ───────────────────────────────────  note          └───────────────────┘
 */
import type { Language } from '@offhook/contract/accounts/languages';
import type { CallerId } from '@offhook/contract/agent/agent';
import type { Call } from '@offhook/contract/calls/call';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { Consultation, ConsultEnd, Invitation, Inviter } from '@offhook/contract/calls/hand-over';
import type { Lead } from '@offhook/contract/leads/lead';
import type { PoorCall } from '../line/poor-call.ts';
import type { RecordingWatch } from '../line/recording-watch.ts';
import type { SoundWatch } from '../line/sound-watch.ts';

/** A ring that is being looked up. */
export interface PendingRing {
  readonly callKey: string;
  readonly callUserId: number;
}

export interface Conversation {
  readonly callKey: string;
  readonly callUserId: number;
  /** lead, outbound, inbound, conference, transfer, listen, whisper or barge. */
  readonly type: string;
  readonly autoaccept: boolean;
  readonly call: Call;
  /** The call's lead, or one that was added during the call. */
  readonly lead: Lead | null;
  /** The card shows 'Conference' instead of a name. */
  readonly isConference: boolean;
  /** Who transfers the call, or invites to it, if the server says so. */
  readonly inviter?: Inviter;
}

export interface PersonPrefill {
  readonly fname: string;
  readonly lname: string;
  readonly phoneNumber: string;
}

export interface PersonForm extends PersonPrefill {
  /** ISO country code; null: derived from the number or the form's default. */
  readonly country: string | null;
}

export interface NewCallForm extends PersonForm {
  /** ID; empty for 'Default'. */
  readonly callerId: string;
}

export interface AddLeadForm extends PersonForm {
  readonly callId: number;
}

export interface Forms {
  /** The storage was read. Until then, tel: links wait and nothing is stored. */
  readonly loaded: boolean;
  readonly newCall: NewCallForm;
  /** What filled New Call before the agent typed. */
  readonly prefill: PersonPrefill;
  /** Why the call wasn't placed. */
  readonly refusal: string | null;
  /** Another person to call, or typed text that a chosen person replaced. */
  readonly offered: PersonForm | null;
  readonly addLead: AddLeadForm | null;
  /** Counts the times the form was filled other than by typing. */
  readonly fillCount: number;
}

/** Only what the agent typed, and the offered person. */
export interface StoredForms {
  readonly newCall: NewCallForm | null;
  readonly offered: PersonForm | null;
  readonly addLead: AddLeadForm | null;
}

export type WaitingPanel =
  | { readonly name: 'new_call' }
  | { readonly name: 'history'; readonly page: number }
  | { readonly name: 'settings' }
  | {
      readonly name: 'result';
      readonly callId: number;
      readonly about: string;
      readonly sending: Disposition | null;
    }
  | { readonly name: 'conference' };

export type OnCallPanel = 'keypad' | 'transfer' | 'conference' | 'addLead';

export type CallerNumber = Pick<CallerId, 'name' | 'phone_number_formatted'>;

export interface Waiting {
  readonly name: 'waiting';
  readonly panel: WaitingPanel | null;
  /** From Retry or Check for lead, until the next call. */
  readonly lead: Lead | null;
  /** The card shows 'Conference' until the requested conference rings. */
  readonly conferenceRequested: boolean;
  readonly placing: {
    readonly fname: string;
    readonly lname: string;
    readonly callerId: string;
    readonly callerNumber: CallerNumber | null;
  } | null;
  readonly checking: boolean;
  /** A request is pending. */
  readonly requesting: boolean;
  readonly pendingRing: PendingRing | null;
  readonly banner: string | null;
  readonly asksToDiscard: boolean;
  readonly notice: string | null;
  /** Call user of a cancelled ring: the message that says who accepted it may arrive later, on another socket. */
  readonly cancelledRing: number | null;
}

export interface Ringing {
  readonly name: 'ringing';
  readonly conversation: Conversation;
}

/**
 * connecting: accepted here, but not by the device yet. ended: within seconds of the accept, so the phone asks the
 * server whether another agent had the call. `startedAt`: what the timer counts from.
 */
type OnCallPhase =
  | { readonly name: 'dialing' }
  | { readonly name: 'connecting' }
  | { readonly name: 'talking'; readonly startedAt: number; readonly acceptedAt: number }
  | { readonly name: 'ended' };

export type LiveFarEnd =
  | { readonly name: 'ringing' }
  | { readonly name: 'voicemail' }
  | { readonly name: 'answered'; readonly at: number };

export type TransferTarget = { readonly userId: number } | { readonly teamId: number };

/** The colleague or team that this agent rings, or that didn't answer a moment ago. */
export interface LiveInvitation {
  readonly type: Invitation['type'];
  readonly to: TransferTarget;
  readonly name: string;
  readonly teamName: string | null;
  readonly picture: string | null;
  readonly reason: string;
  readonly consult: boolean;
  readonly state: Invitation['state'];
  /** When the ring began or, if missed, ended. */
  readonly since: number;
  readonly canceling: boolean;
}

export interface LiveHold {
  /** Null: this agent. */
  readonly by: string | null;
  /** The agent who put the call on hold hears this supervisor. */
  readonly isHeard: boolean;
  /** False: the agent consults a colleague. */
  readonly canResume: boolean;
}

/** Two agents talk while the lead hears music. */
export interface LiveConsultation {
  /** The agent decides how it ends. */
  readonly role: Consultation['role'];
  readonly name: string;
  readonly picture: string | null;
  readonly since: number;
  readonly isConnected: boolean;
  readonly leadLeft: boolean;
  readonly ending: ConsultEnd | null;
}

export interface RenameOffer {
  readonly fname: string;
  readonly lname: string;
  readonly sending: boolean;
  readonly error: string | null;
}

export interface OnCall {
  readonly name: 'oncall';
  readonly conversation: Conversation;
  /** The device call of a placed call is never accepted. */
  readonly placed: boolean;
  readonly phase: OnCallPhase;
  /** Null: not dialed, or unknown. */
  readonly farEnd: LiveFarEnd | null;
  readonly hangingUp: boolean;
  /** The lead hears music. */
  readonly hold: LiveHold | null;
  /** A request is pending. */
  readonly holding: boolean;
  readonly holdFailed: boolean;
  /** Requested; this agent's part of the call is about to end. */
  readonly parking: boolean;
  /** A request is pending. */
  readonly requesting: boolean;
  readonly panel: OnCallPanel | null;
  readonly banner: string | null;
  readonly asksToDiscard: boolean;
  readonly notice: string | null;
  readonly rename: RenameOffer | null;
  readonly invitation: LiveInvitation | null;
  readonly consultation: LiveConsultation | null;
  /** The next transfer is a consultation first. */
  readonly consultsFirst: boolean;
  /** Typed for the next transfer or invitation. */
  readonly reason: string;
  readonly sound: SoundWatch;
  readonly recording: RecordingWatch;
  /** The call is known as it was then, or later: answers to earlier requests change nothing. */
  readonly knownFrom: number;
}

/** 'Call Result' */
export interface Result {
  readonly name: 'disposition';
  readonly conversation: Conversation;
  readonly sending: Disposition | null;
  /** The agent comes back from Send SMS, which doesn't follow again. */
  readonly afterSms: boolean;
  readonly retrying: boolean;
  readonly banner: string | null;
}

/** 'Tags & Stages' */
export interface Tags {
  readonly name: 'disposition2';
  readonly conversation: Conversation;
  readonly sending: string | null;
  readonly banner: string | null;
}

interface Writing<Name extends 'note' | 'sms'> {
  readonly name: Name;
  readonly conversation: Conversation;
  readonly draft: string;
  readonly sending: boolean;
  readonly banner: string | null;
}

export type Note = Writing<'note'>;
export interface Sms extends Writing<'sms'> {
  /** It was opened without a result. */
  readonly owesResult: boolean;
}

export interface ThankYou {
  readonly name: 'thankyou';
  readonly conversation: Conversation;
  /** Shows 'Call Ended', then closes. */
  readonly autoCloses: boolean;
  readonly owesResult: boolean;
  readonly pendingRing: PendingRing | null;
}

export type View = Waiting | Ringing | OnCall | Result | Tags | Sms | ThankYou | Note;

export interface AgentFacts {
  readonly userId: number;
  readonly accountId: number;
  /** The account's language. */
  readonly language: Language;
  readonly permissions: readonly string[];
  /** null: the whole account. */
  readonly supervisedTeamIds: readonly number[] | null;
}

/** The call that was in progress when the page was last loaded. */
export interface StoredCall {
  readonly callId: number;
  readonly startedAt: number;
}

export interface Draft {
  /** One per kind and call. */
  readonly id: string;
  readonly kind: 'note' | 'sms';
  readonly conversation: Conversation;
  readonly text: string;
}

export interface SavedNote {
  readonly callId: number;
  readonly content: string;
}

/** The latest result, while it can be undone. */
export interface GivenResult {
  readonly callId: number;
  readonly about: string;
  readonly result: Disposition;
  readonly unsent: boolean;
  readonly undoing: boolean;
}

/** `details`: text to read and copy. */
type Alert = string | { readonly text: string; readonly details: string };

export interface ScreenState {
  readonly view: View;
  /** A call with poor quality that has no feedback yet. */
  readonly poorCall: PoorCall | null;
  /** Counts unprompted changes of view or panel: keys pressed just then were meant for the previous one. */
  readonly unpromptedChanges: number;
  /** Oldest first; the first one shows. They survive a reset. */
  readonly alerts: readonly Alert[];
  readonly agent: AgentFacts | null;
  /** Newest first, including the one being typed. */
  readonly drafts: readonly Draft[];
  /** The note of a past call that is being saved, so that it doesn't show as unfinished. */
  readonly savingNote: SavedNote | null;
  readonly forms: Forms;
  readonly givenResult: GivenResult | null;
  /** Counts recorded and undone results, so that lists refetch. */
  readonly resultsChanged: number;
  readonly autoAcceptSwitch: boolean;
  /** Opens New Call once. */
  readonly telNumber: string | null;
  readonly storedCall: StoredCall | null;
  /** A call that the server wants this page to resume. */
  readonly resume: number | null;
}

export const emptyPerson: PersonForm = { fname: '', lname: '', phoneNumber: '', country: null };

export const emptyForm: NewCallForm = { ...emptyPerson, callerId: '' };

export const emptyForms: Forms = {
  loaded: false,
  newCall: emptyForm,
  prefill: emptyPerson,
  refusal: null,
  offered: null,
  addLead: null,
  fillCount: 0,
};

export const emptyWaiting: Waiting = {
  name: 'waiting',
  panel: null,
  lead: null,
  conferenceRequested: false,
  placing: null,
  checking: false,
  requesting: false,
  pendingRing: null,
  banner: null,
  asksToDiscard: false,
  notice: null,
  cancelledRing: null,
};

export const initialScreen: ScreenState = {
  view: emptyWaiting,
  poorCall: null,
  unpromptedChanges: 0,
  alerts: [],
  agent: null,
  drafts: [],
  savingNote: null,
  forms: emptyForms,
  givenResult: null,
  resultsChanged: 0,
  autoAcceptSwitch: false,
  telNumber: null,
  storedCall: null,
  resume: null,
};
