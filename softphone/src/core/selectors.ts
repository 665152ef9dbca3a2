/** What the screens read of the state: every rule about what shows stands here, none in a component. */
import type { Disposition, Lead } from '@offhook/contract/entities';
import { withExtension } from '@offhook/contract/extension';
import { may, mayStartConference, mayText, type Permission } from '@offhook/contract/permissions';
import { accountRules } from './account-rules.ts';
import { addLeadForm, hasText } from './forms/forms.ts';
import { UNSENT_TEXT } from './limits.ts';
import { type EndReason, endReason, likelyResult } from './line/far-end.ts';
import type { FeedbackIssue } from './line/poor-call.ts';
import type { SoundTrouble } from './line/sound-watch.ts';
import { type CrmLink, crmLinks } from './lists/crm-links.ts';
import { contactName, leadName } from './lists/history-rows.ts';
import { type TagColors, tagColors } from './lists/tag-colors.ts';
import type { AfterCallOrder } from './outbox/after-call-order.ts';
import type { OutboxState } from './outbox/outbox-state.ts';
import type { PhoneState } from './phone-state.ts';
import { callTitle } from './screen/call-titles.ts';
import {
  type Conversation,
  type Draft,
  emptyPerson,
  type PersonForm,
  type PersonPrefill,
  type View,
} from './screen/screen-state.ts';
import { isConnected } from './session/reachability.ts';
import { isAway } from './session/session.ts';

/** The one view that shows. `startup` shows nothing yet. */
export function viewName(state: PhoneState): 'startup' | 'login' | View['name'] {
  switch (state.session.name) {
    case 'starting':
      return 'startup';
    case 'visitor':
      return 'login';
    case 'agent':
      return state.screen.view.name;
    default:
      return state.session satisfies never;
  }
}

/** The ring round the picture: online while a call can reach the agent on this page, and the server knows it. */
export function isOnline(state: PhoneState): boolean {
  return isConnected(state) && !state.reachability.offline;
}

/** No call can reach this page. `since`: milliseconds since 1970. `callContinues`: the call that shows is still heard. */
export interface Offline {
  readonly since: number;
  readonly callContinues: boolean;
}

export function offline({
  reachability: { offline: isShown, lostSince },
  screen: { view },
}: PhoneState): Offline | null {
  if (!isShown || lostSince === null) return null;
  const isTalking = view.name === 'oncall' && view.phase.name === 'talking';
  return { since: lostSince, callContinues: isTalking && view.sound.trouble !== 'notHearing' };
}

/** In waiting: whether a call can come, and if not why. */
export type Readiness =
  | { readonly name: 'ready' | 'starting' | 'elsewhere' | 'locked' | 'noMicrophone' }
  /** Milliseconds since 1970. */
  | { readonly name: 'offline'; readonly since: number };

/** Null in any other view, and while a call is being placed, when none can come. */
export function readiness(state: PhoneState): Readiness | null {
  const { screen, audio, reachability } = state;
  if (screen.view.name !== 'waiting' || screen.view.placing) return null;
  if (isElsewhere(state)) return { name: 'elsewhere' };
  // One click unlocks the ring; the offline banner shows separately.
  if (audio.lock === 'locked') return { name: 'locked' };
  const lost = offline(state);
  if (lost) return { name: 'offline', since: lost.since };
  if (!reachability.wasReady) return { name: 'starting' };
  return { name: audio.microphoneDenied ? 'noMicrophone' : 'ready' };
}

/** 'Your phone is open on another device. Use it here' */
export function isElsewhere({ session }: PhoneState): boolean {
  return isAway(session);
}

export function conversationOf(state: PhoneState): Conversation | null {
  const { view } = state.screen;
  return view.name === 'waiting' ? null : view.conversation;
}

/** Title of the ring and of the call; null without one. */
export function title(state: PhoneState): string | null {
  const conversation = conversationOf(state);
  return conversation && callTitle(conversation, state.screen.agent?.accountId ?? null);
}

export interface CardFacts {
  /** Label, or name, or 'Conference'; empty without a lead. */
  readonly name: string;
  readonly company: string | null;
  readonly email: string | null;
  readonly category: string | null;
  readonly phone: string | null;
  /** Null: the default avatar. */
  readonly picture: string | null;
  readonly links: readonly CrmLink[];
  readonly whispertext: string | null;
  readonly showsCheckForLead: boolean;
}

/** The call card of waiting, ringing and on call. */
export function card(state: PhoneState): CardFacts {
  const { session } = state;
  const { view } = state.screen;
  const conversation = conversationOf(state);
  const lead = view.name === 'waiting' ? view.lead : view.conversation.lead;
  const isConference = view.name === 'waiting' ? view.conferenceAsked : view.conversation.isConference;
  const user = session.name === 'agent' ? session.user : null;
  const rules = accountRules(user?.account_id ?? null);
  return {
    name: isConference ? 'Conference' : lead && user ? leadName(lead, user.account_id) : '',
    company: lead?.company || null,
    email: rules.hidesLeadEmail ? null : lead?.email || null,
    category: lead?.category || null,
    phone: rules.showsPhoneOnCard ? phoneOf(lead, conversation) : null,
    picture: lead?.profile_picture || null,
    links: user ? crmLinks(lead, user.integrations, user.account_id) : [],
    whispertext: conversation?.call.whispertext || null,
    showsCheckForLead: view.name === 'waiting' && !lead?.phone_number,
  };
}

function phoneOf(lead: Lead | null, conversation: Conversation | null): string | null {
  const phone = lead?.phone_number_formatted;
  return phone ? withExtension(phone, conversation?.call.extension) : null;
}

export type StatusLine =
  | { readonly name: 'text'; readonly text: string }
  /** Shown as MM:SS since then, in milliseconds since 1970. */
  | { readonly name: 'timer'; readonly startedAt: number };

function textLine(text: string | null): StatusLine | null {
  return text === null ? null : { name: 'text', text };
}

export function statusLine(state: PhoneState): StatusLine | null {
  const { view } = state.screen;
  switch (view.name) {
    case 'waiting':
      if (view.placing) return { name: 'text', text: 'Dialing...' };
      return textLine(wordInPassing(state));
    case 'oncall':
      switch (view.phase.name) {
        case 'dialing':
          return { name: 'text', text: 'Dialing...' };
        case 'connecting':
          return null;
        case 'talking':
          return { name: 'timer', startedAt: view.phase.startedAt };
        case 'ended':
          return { name: 'text', text: 'Call Ended' };
        default:
          return view.phase satisfies never;
      }
    case 'disposition':
      return { name: 'text', text: 'Call Ended' };
    case 'thankyou':
      return view.auto ? { name: 'text', text: 'Call Ended' } : null;
    case 'ringing':
    case 'disposition2':
    case 'sms':
    case 'note':
      return null;
    default:
      return view satisfies never;
  }
}

const TROUBLES = {
  notHearing: {
    text: 'No sound is coming in.',
    advice: 'Check your network, or hang up and call again.',
  },
  notHeard: {
    text: 'Your voice is not going out.',
    advice: 'Check your network, or hang up and call again.',
  },
  silentMicrophone: {
    text: 'Your microphone is silent.',
    advice: 'Check its mute switch and its cable.',
  },
} as const;

/** One side of the call cannot be heard, and what the agent can do; null while nothing is known to be wrong. */
export function soundTrouble({ screen: { view } }: PhoneState): {
  readonly name: SoundTrouble;
  readonly text: string;
  readonly advice: string;
} | null {
  const name = view.name === 'oncall' && view.phase.name === 'talking' ? view.sound.trouble : null;
  return name && { name, ...TROUBLES[name] };
}

/** The toast: what has just happened comes before what goes on. */
export function toastText(state: PhoneState): string | null {
  const { audio, screen, reachability } = state;
  const said = 'notice' in screen.view ? screen.view.notice : null;
  const back = reachability.backTicks > 0 ? "You're back online" : null;
  return audio.notice?.text ?? said ?? back ?? wordInPassing(state);
}

/** What is said in passing, while waiting and in a call. */
export function wordInPassing(state: PhoneState): string | null {
  const { view } = state.screen;
  if (view.name === 'oncall') return view.notice;
  if (view.name !== 'waiting') return null;
  return view.notice ?? (hasUnsent(state) ? UNSENT_TEXT : null);
}

/** The Auto Accept switch; null for those who may not set it. */
export function autoAccept({ screen: { agent, autoAcceptSwitch } }: PhoneState): boolean | null {
  return agent !== null && may(agent, 'app-autoaccept') ? autoAcceptSwitch : null;
}

/** The strong banner of the view that shows. */
export function banner(state: PhoneState): string | null {
  const { session, screen } = state;
  if (session.name === 'visitor') return session.banner;
  const { view, forms } = screen;
  if (view.name === 'waiting' && view.panel?.name === 'new_call') return forms.refusal;
  return 'banner' in view ? view.banner : null;
}

/** 'Saved, will be sent': something that was given after a call waits for the network. */
export function hasUnsent({ session, outbox }: PhoneState): boolean {
  return session.name === 'agent' && outbox.entries.some(({ refusal }) => refusal === null);
}

/** Calls whose result waits for the network. */
export function unsentResults({ entries }: OutboxState): readonly number[] {
  return entries
    .filter(({ order, refusal }) => order.type === 'saveResult' && refusal === null)
    .map(({ order }) => order.callId);
}

export interface Refused {
  readonly id: string;
  readonly text: string;
  /** The agent's own words, to be used again. */
  readonly words: string | null;
}

/** What the server refused afterwards. It is told in waiting, where it stands in nobody's way. */
export function refused({ session, screen: { view }, outbox }: PhoneState): Refused | null {
  const entry = outbox.entries.find(({ refusal }) => refusal !== null);
  if (session.name !== 'agent' || view.name !== 'waiting' || !entry) return null;
  return {
    id: entry.id,
    text: `${refusedOrder(entry.order)} ${entry.refusal ?? ''}`,
    words: wordsOf(entry.order),
  };
}

export interface LeftDraft {
  readonly id: string;
  readonly kind: Draft['kind'];
  /** Whom it is about, as the agent knows them; may be empty. */
  readonly about: string;
  readonly text: string;
}

/** A note or a text message that was begun and taken away from the agent. It is offered in waiting. */
export function leftDraft({ session, screen: { view, drafts, agent } }: PhoneState): LeftDraft | null {
  const [draft] = drafts;
  if (session.name !== 'agent' || view.name !== 'waiting' || !draft || !agent) return null;
  const about = contactName(draft.conversation, agent.accountId);
  return { id: draft.id, kind: draft.kind, about, text: draft.text };
}

export interface LeftForm {
  /** The typed name, or the number if there is no name. */
  readonly about: string;
  /** Why the call was not placed; null: not attempted. */
  readonly refusal: string | null;
}

/** A New Call that was left or interrupted by a ring. Waiting offers it. */
export function leftForm({ session, screen: { view, forms } }: PhoneState): LeftForm | null {
  if (session.name !== 'agent' || view.name !== 'waiting' || view.placing) return null;
  if (view.panel?.name === 'new_call' || !hasText(forms.newCall)) return null;
  return { about: personText(forms.newCall), refusal: forms.refusal };
}

/** The name, or the number without one. */
function personText({ fname, lname, phoneNumber }: PersonPrefill): string {
  return `${fname} ${lname}`.trim() || phoneNumber.trim();
}

/** 'Discard what you typed?' */
export function asksToDiscard({ screen: { view } }: PhoneState): boolean {
  return (view.name === 'waiting' || view.name === 'oncall') && view.asksToDiscard;
}

/** The Add Lead form of the current call. */
export function addLead({ screen: { view, forms } }: PhoneState): PersonForm {
  return view.name === 'oncall' ? addLeadForm(forms, view.conversation) : emptyPerson;
}

function refusedOrder(order: AfterCallOrder): string {
  const { type, about } = order;
  const whom = (word: string) => (about === '' ? '' : ` ${word} ${about}`);
  switch (type) {
    case 'saveResult':
      return `The call result${whom('of')} was not saved.`;
    case 'saveTag':
      return `The tag${whom('of')} was not saved.`;
    case 'sendSms':
      return `The SMS${whom('to')} was not sent.`;
    case 'saveNote':
      return `The note${whom('on')} was not saved.`;
    default:
      return type satisfies never;
  }
}

function wordsOf(order: AfterCallOrder): string | null {
  if (order.type === 'sendSms') return order.text;
  return order.type === 'saveNote' ? order.content : null;
}

/** A transfer, a conference, a colleague's call or an added lead is asked for and not answered yet. */
export function isAsking({ screen: { view } }: PhoneState): boolean {
  return (view.name === 'waiting' || view.name === 'oncall') && view.asking;
}

/** The alert dialog on top, if any. */
export function alertText(state: PhoneState): string | null {
  const [alert] = state.screen.alerts;
  return (typeof alert === 'string' ? alert : alert?.text) ?? null;
}

/** Text of the top alert for reading and copying; null: none. */
export function alertWords(state: PhoneState): string | null {
  const [alert] = state.screen.alerts;
  return alert === undefined || typeof alert === 'string' ? null : alert.words;
}

/** The permission is undecided, and this user has not clicked 'Not now' in this browser. */
export function asksToNotify({ session, screen: { view }, audio }: PhoneState): boolean {
  if (session.name !== 'agent' || view.name !== 'waiting') return false;
  return audio.notify === 'default' && !audio.settings.notifyNotNow;
}

export type NavItem = 'new_call' | 'conference' | 'history' | 'settings';

/** The bottom navigation while waiting, in its order: Call, Conference, History, Settings. */
export function navItems(state: PhoneState): readonly NavItem[] {
  const supervises = state.screen.agent !== null && mayStartConference(state.screen.agent);
  const items: NavItem[] = ['new_call'];
  if (supervises) items.push('conference');
  items.push('history');
  items.push('settings');
  return items;
}

/** 'Call Result': the buttons beside the four results, and whether a reply is awaited. */
export interface ResultButtons {
  readonly retry: boolean;
  /** There is a lead to call again; without one Retry shows and does nothing. */
  readonly retryable: boolean;
  readonly sms: boolean;
  /** There is a lead with a number to text; without one SMS shows and does nothing. */
  readonly textable: boolean;
  readonly disabled: boolean;
}

export function resultButtons(state: PhoneState): ResultButtons | null {
  const { view, agent } = state.screen;
  if (view.name !== 'disposition') return null;
  const has = (permission: Permission) => agent !== null && may(agent, permission);
  return {
    retry: has('app-retry'),
    retryable: Boolean(view.conversation.lead?.phone_number),
    sms: has('app-sms'),
    textable: agent !== null && mayText(agent, view.conversation.lead),
    disabled: view.sending !== null || view.retrying,
  };
}

/** Why nobody was reached by the call that has just ended, the result that fits, and its contact. */
export function ended({ screen: { view, agent } }: PhoneState): {
  readonly reason: EndReason | null;
  readonly likely: Disposition | null;
  readonly about: string;
} {
  if (view.name !== 'disposition' || agent === null) return { reason: null, likely: null, about: '' };
  const { conversation } = view;
  const { call } = conversation;
  const about = contactName(conversation, agent.accountId);
  return { reason: endReason(call), likely: likelyResult(call.far_end), about };
}

/** After a call that was measured as bad: what the agent most likely noticed; null where nothing is asked. */
export function feedbackQuestion({ screen: { view, poorCall } }: PhoneState): FeedbackIssue | null {
  return view.name === 'disposition' || view.name === 'thankyou' ? (poorCall?.issue ?? null) : null;
}

export interface TagButton {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly colors: TagColors;
}

/** The undo bar is hidden over a call's panels and another call's result screen; History can still undo. */
export function showsUndo({ screen: { view, given } }: PhoneState): boolean {
  if (view.name === 'oncall') return view.panel === null;
  return view.name !== 'disposition' || view.conversation.call.id === given?.callId;
}

/** The contact whose result can be undone, when the screen shows another call. */
export function undoAbout({ screen: { view, given } }: PhoneState): string | null {
  if (!given || view.name === 'waiting' || view.conversation.call.id === given.callId) return null;
  return given.about || null;
}

/** 'Tags & Stages': a button for each tag of the call's profile, and whether a reply is awaited. */
export function tagButtons({ screen: { view } }: PhoneState): {
  readonly tags: readonly TagButton[];
  readonly disabled: boolean;
} {
  if (view.name !== 'disposition2') return { tags: [], disabled: true };
  const tags = view.conversation.call.profile?.tags ?? [];
  return {
    tags: tags.map(({ id, key, name, color }) => ({ id, key, name, colors: tagColors(color) })),
    disabled: view.sending !== null,
  };
}

/** The browser tab's title. */
export function documentTitle(state: PhoneState): string {
  if (state.session.name !== 'agent') return 'Offhook';
  const { view } = state.screen;
  const name = card(state).name;
  const named = (text: string) => (name ? `${text} – ${name}` : text);
  // A ring that still comes is more than the loss; in a call the name stays.
  if (offline(state) && view.name !== 'ringing') return view.name === 'oncall' ? named('Offline') : 'Offline';
  switch (view.name) {
    case 'ringing':
      return named(title(state) ?? '');
    case 'oncall':
      if (view.phase.name === 'dialing') return named('Dialing...');
      return named(view.held ? 'On Hold' : 'On Call');
    case 'disposition':
      return named('Call Result');
    case 'disposition2':
      return named('Tags & Stages');
    case 'sms':
      return named('Send SMS');
    case 'waiting':
    case 'thankyou':
    case 'note':
      return 'Offhook';
    default:
      return view satisfies never;
  }
}
