/** What the screens read of the state: every rule about what shows stands here, none in a component. */
import { isSupervisor, may, type Permission } from '@offhook/contract/permissions';
import { accountRules } from './account-rules.ts';
import { callTitle } from './call-titles.ts';
import { type CrmLink, crmLinks } from './crm-links.ts';
import { features } from './features.ts';
import { leadName } from './history-rows.ts';
import type { PhoneState } from './phone-state.ts';
import type { Conversation, View } from './screen-state.ts';
import { isAway } from './session.ts';

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

/** The ring round the picture: online while a call can reach the agent on this page. */
export function isOnline({ session, line }: PhoneState): boolean {
  return session.name === 'agent' && session.realtime && !isAway(session) && line.device === 'registered';
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
    phone: rules.showsPhoneOnCard ? lead?.phone_number_formatted || null : null,
    picture: lead?.profile_picture || null,
    links: user ? crmLinks(lead, user.integrations, user.account_id) : [],
    whispertext: conversation?.call.whispertext || null,
    showsCheckForLead: features.checkForLead && view.name === 'waiting' && !lead?.phone_number,
  };
}

export type StatusLine =
  | { readonly name: 'text'; readonly text: string }
  /** Shown as MM:SS since then, in milliseconds since 1970. */
  | { readonly name: 'timer'; readonly startedAt: number };

export function statusLine(state: PhoneState): StatusLine | null {
  const { view } = state.screen;
  switch (view.name) {
    case 'waiting':
      if (view.placing) return { name: 'text', text: 'Dialing...' };
      return view.notice === null ? null : { name: 'text', text: view.notice };
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

/** The strong banner of the view that shows. */
export function banner(state: PhoneState): string | null {
  const { session, screen } = state;
  if (session.name === 'visitor') return session.banner;
  return 'banner' in screen.view ? screen.view.banner : null;
}

/** The alert dialog on top, if any. */
export function alertText(state: PhoneState): string | null {
  return state.screen.alerts[0] ?? null;
}

export type NavItem = 'new_call' | 'conference' | 'history' | 'settings';

/** The bottom navigation while waiting, in its order: Call, Conference, History, Settings. */
export function navItems(state: PhoneState): readonly NavItem[] {
  const supervises = state.screen.agent !== null && isSupervisor(state.screen.agent);
  const items: NavItem[] = ['new_call'];
  if (features.conference && supervises) items.push('conference');
  items.push('history');
  if (features.settings) items.push('settings');
  return items;
}

export interface CallControls {
  readonly muted: boolean;
  /** Nothing but Mute and Hang Up is usable before the call is open. */
  readonly disabled: boolean;
  /** Null: not shown. */
  readonly hold: 'Hold' | 'Resume' | null;
  readonly transfer: boolean;
  readonly addLead: boolean;
  readonly keypad: boolean;
}

export function callControls(state: PhoneState): CallControls | null {
  const { view } = state.screen;
  if (view.name !== 'oncall') return null;
  const joined = view.conversation.type === 'listen' || view.conversation.type === 'whisper';
  return {
    muted: state.line.call?.muted ?? false,
    disabled: view.phase.name !== 'talking',
    hold: features.hold && !joined ? (view.held ? 'Resume' : 'Hold') : null,
    transfer: features.transfer && !joined,
    addLead: features.addLead && view.conversation.lead === null,
    keypad: features.keypad && !joined,
  };
}

/** 'Call Result': the buttons beside the four results, and whether a reply is awaited. */
export function resultButtons(state: PhoneState): { retry: boolean; sms: boolean; disabled: boolean } | null {
  const { view, agent } = state.screen;
  if (view.name !== 'disposition') return null;
  const has = (permission: Permission) => agent !== null && may(agent, permission);
  return {
    retry: features.retry && has('app-retry'),
    sms: features.sms && has('app-sms'),
    disabled: view.sending !== null || view.retrying,
  };
}

/** The browser tab's title. */
export function documentTitle(state: PhoneState): string {
  if (state.session.name !== 'agent') return 'Offhook';
  const { view } = state.screen;
  const name = card(state).name;
  const named = (text: string) => (name ? `${text} – ${name}` : text);
  switch (view.name) {
    case 'ringing':
      return named(title(state) ?? '');
    case 'oncall':
      return named(view.phase.name === 'dialing' ? 'Dialing...' : 'On Call');
    case 'disposition':
      return named('Call Result');
    case 'waiting':
    case 'disposition2':
    case 'sms':
    case 'thankyou':
    case 'note':
      return 'Offhook';
    default:
      return view satisfies never;
  }
}
