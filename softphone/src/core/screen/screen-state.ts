/**
 * What the agent sees: one view at a time, each with only what belongs to it, so that leaving a view clears it.
 *
 *                        ┌──────────────── RESET from anywhere ───────────────┐
 *                        ▼                                                    │
 *   ┌────────► waiting ──Call Now, reply──► oncall(dialing) ──accept──► oncall(talking)
 *   │            │ ring, looked up                                ▲           │ disconnect
 *   │            ▼                                                │           ▼
 *   │         ringing ──Accept/Call, or by itself──► oncall(connecting)   oncall(ended): was the call another's?
 *   │            │ Ignore, cancel, withdrawn                                  │ no
 *   ├────────────┘                                        no result ┌─────────┴─────────┐ result
 *   │                                                               ▼                   ▼
 *   ├──────────── 2 s, Done ──────────────────────────────────── thankyou ◄──── disposition ──► sms, disposition2
 *   │                                                               │ Add Note   ▲                   │
 *   └──────────── saved, Skip ───────────────────────────────────  note          └───────────────────┘
 */
import type { Call, CallerId, Disposition, Lead } from '@offhook/contract/entities';
import type { PoorCall } from '../line/poor-call.ts';
import type { SoundWatch } from '../line/sound-watch.ts';

/** A ring that is being looked up. */
export interface Offer {
  readonly callKey: string;
  readonly callUserId: number;
}

/** One call of this agent, from the ring or click until the reset. */
export interface Conversation {
  readonly callKey: string;
  readonly callUserId: number;
  /** The call user's type: lead, outbound, inbound, conference, transfer, listen, whisper, barge. */
  readonly type: string;
  readonly autoaccept: boolean;
  readonly call: Call;
  /** The call's lead, or the one that was added while talking. */
  readonly lead: Lead | null;
  /** The card shows 'Conference' instead of the lead's name. */
  readonly isConference: boolean;
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
  /** Id of the caller ID; empty for 'Default'. */
  readonly callerId: string;
}

/** Add Lead belongs to one call. */
export interface AddLeadForm extends PersonForm {
  readonly callId: number;
}

/** What is typed in New Call and Add Lead; see `forms.ts`. */
export interface Forms {
  /** The browser's storage has been read. Until then tel: links wait and nothing is stored. */
  readonly loaded: boolean;
  readonly newCall: NewCallForm;
  /** What New Call was filled with before the agent typed. */
  readonly prefill: PersonPrefill;
  /** Why the call in New Call was not placed. */
  readonly refusal: string | null;
  /** Another person to call, from a link or the history, while something is typed. */
  readonly offered: PersonForm | null;
  readonly addLead: AddLeadForm | null;
  /** Grows when New Call is filled by something other than typing. */
  readonly fills: number;
}

/** What is kept in the browser's storage: only text that the agent typed, and the offered person. */
export interface StoredForms {
  readonly newCall: NewCallForm | null;
  readonly offered: PersonForm | null;
  readonly addLead: AddLeadForm | null;
}

export type WaitingPanel =
  | { readonly name: 'new_call' }
  | { readonly name: 'history'; readonly page: number }
  | { readonly name: 'settings' }
  /** A late result. `sending`: the choice being sent. */
  | {
      readonly name: 'result';
      readonly callId: number;
      /** The contact's name or number; may be empty. */
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
  /** A conference was requested: the card shows 'Conference' until it rings. */
  readonly conferenceAsked: boolean;
  /** 'Call Now' was clicked: the name as it was sent, and the chosen caller ID for the device. */
  readonly placing: {
    readonly fname: string;
    readonly lname: string;
    readonly callerId: string;
    readonly callerNumber: CallerNumber | null;
  } | null;
  readonly checking: boolean;
  /** A conference or supervision is requested and not answered yet. */
  readonly asking: boolean;
  readonly offer: Offer | null;
  readonly banner: string | null;
  /** 'Discard what you typed?' shows over New Call. */
  readonly asksToDiscard: boolean;
  /** 'Taken by {name}', for a few seconds. */
  readonly notice: string | null;
  /** The latest cancelled ring. The message with who accepted it uses another socket and may come later. */
  readonly cancelledRing: number | null;
}

export interface Ringing {
  readonly name: 'ringing';
  readonly conversation: Conversation;
}

/**
 * dialing: placed, not answered yet. connecting: accepted here, the device has not said so yet.
 * talking: `startedAt` is what the timer counts from, `acceptedAt` when this device call was accepted.
 * ended: over within a few seconds of the accept; the server is asked whether another agent had it.
 * All times are milliseconds since 1970.
 */
type OnCallPhase =
  | { readonly name: 'dialing' }
  | { readonly name: 'connecting' }
  | { readonly name: 'talking'; readonly startedAt: number; readonly acceptedAt: number }
  | { readonly name: 'ended' };

/** `at`: when it answered, in milliseconds since 1970. */
export type LiveFarEnd =
  | { readonly name: 'ringing' }
  | { readonly name: 'voicemail' }
  | { readonly name: 'answered'; readonly at: number };

/** The typed name of a lead who is stored under another name. */
export interface RenameOffer {
  readonly fname: string;
  readonly lname: string;
  /** 'Rename' was clicked, and is not answered yet. */
  readonly sending: boolean;
  /** Why it was refused. */
  readonly error: string | null;
}

export interface OnCall {
  readonly name: 'oncall';
  readonly conversation: Conversation;
  /** Placed from New Call, so the device call is never accepted. */
  readonly placed: boolean;
  readonly phase: OnCallPhase;
  /** The state of the called side; null: not dialed, or unknown. */
  readonly farEnd: LiveFarEnd | null;
  readonly hangingUp: boolean;
  readonly held: boolean;
  /** Hold or unhold was asked for and is not answered yet. */
  readonly holding: boolean;
  /** A transfer, conference or added lead is requested and not answered yet. */
  readonly asking: boolean;
  readonly panel: OnCallPanel | null;
  readonly banner: string | null;
  /** 'Discard what you typed?' shows over Add Lead. */
  readonly asksToDiscard: boolean;
  /** The outcome of an action in this call, for a few seconds. */
  readonly notice: string | null;
  readonly rename: RenameOffer | null;
  readonly sound: SoundWatch;
}

/** 'Call Result' */
export interface Result {
  readonly name: 'disposition';
  readonly conversation: Conversation;
  /** The choice being sent; all buttons are disabled meanwhile. */
  readonly sending: Disposition | null;
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

/** A text that the agent writes about a call. */
interface Writing<Name extends 'note' | 'sms'> {
  readonly name: Name;
  readonly conversation: Conversation;
  /** As typed so far. */
  readonly draft: string;
  readonly sending: boolean;
  readonly banner: string | null;
}

export type Note = Writing<'note'>;
export type Sms = Writing<'sms'>;

export interface ThankYou {
  readonly name: 'thankyou';
  readonly conversation: Conversation;
  /** Reached straight from a disconnect: says 'Call Ended' and closes by itself after 2 s. */
  readonly auto: boolean;
  readonly offer: Offer | null;
}

export type View = Waiting | Ringing | OnCall | Result | Tags | Sms | ThankYou | Note;

/** What the screen needs to know of the signed-in user. */
export interface AgentFacts {
  readonly userId: number;
  readonly accountId: number;
  readonly permissions: readonly string[];
}

/** A call that was running when the page was last loaded. */
export interface StoredCall {
  readonly callId: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** What an agent has typed after a call and not sent yet. */
export interface Draft {
  /** One for each kind and call. */
  readonly id: string;
  readonly kind: 'note' | 'sms';
  readonly conversation: Conversation;
  readonly text: string;
}

/** The result that was given last, while it can be undone. */
export interface GivenResult {
  readonly callId: number;
  /** The contact's name or number; may be empty. */
  readonly about: string;
  readonly result: Disposition;
  /** The server does not have it yet. */
  readonly unsent: boolean;
  /** Undo was clicked and is not answered yet. */
  readonly undoing: boolean;
}

/** `words`: text to read and copy, shown below the message. */
type Alert = string | { readonly text: string; readonly words: string };

export interface ScreenState {
  readonly view: View;
  /** The current call had poor quality, and no feedback was given yet. */
  readonly poorCall: PoorCall | null;
  /** Grows when the view or panel changes without the agent's action: keys pressed just then were meant for the previous one. */
  readonly moves: number;
  /** Alert dialogs, oldest first; the first one shows. They outlive a reset. */
  readonly alerts: readonly Alert[];
  readonly agent: AgentFacts | null;
  /** Typed after a call and not sent, newest first; with the one that is being typed. */
  readonly drafts: readonly Draft[];
  readonly forms: Forms;
  /** The result that was given last, while it can be undone. */
  readonly given: GivenResult | null;
  /** Grows with each given or undone result, so that lists refetch. */
  readonly resultsChanged: number;
  /** The Auto Accept switch of the settings. */
  readonly autoAcceptSwitch: boolean;
  /** The number of a tel: link; opens New Call once. */
  readonly telNumber: string | null;
  readonly storedCall: StoredCall | null;
  /** Id of a call that the server wants this page to resume. */
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
  fills: 0,
};

export const emptyWaiting: Waiting = {
  name: 'waiting',
  panel: null,
  lead: null,
  conferenceAsked: false,
  placing: null,
  checking: false,
  asking: false,
  offer: null,
  banner: null,
  asksToDiscard: false,
  notice: null,
  cancelledRing: null,
};

export const initialScreen: ScreenState = {
  view: emptyWaiting,
  poorCall: null,
  moves: 0,
  alerts: [],
  agent: null,
  drafts: [],
  forms: emptyForms,
  given: null,
  resultsChanged: 0,
  autoAcceptSwitch: false,
  telNumber: null,
  storedCall: null,
  resume: null,
};
