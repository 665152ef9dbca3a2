import type { User } from '@offhook/contract/accounts/user';
import type { OwnStatus } from '@offhook/contract/agent/agent-status';
import type { Call } from '@offhook/contract/calls/call';
import type { CallUser } from '@offhook/contract/calls/call-user';
import type { Disposition } from '@offhook/contract/calls/dispositions';
import type { Consultation, Invitation } from '@offhook/contract/calls/hand-over';
import type { HistoryItem } from '@offhook/contract/calls/history';
import type { Lead } from '@offhook/contract/leads/lead';
import type { PhoneEffect } from './effects.ts';
import type { Click, PhoneEvent } from './events.ts';
import type { AfterCallRequest } from './outbox/after-call-request.ts';
import { initialPhone, type PhoneState } from './phone-state.ts';
import type { StoredForms } from './screen/screen-state.ts';
import { viewName } from './screen/view-name.ts';
import { transition } from './transition.ts';

export const user: User = {
  id: 7,
  account_id: 100,
  full_name: 'Ann Agent',
  email: 'ann@demo.test',
  phone_number_formatted: '(415) 555-0190',
  profile_picture: '',
  permissions: [],
  supervised_team_ids: null,
  integrations: { hubspot_id: null, salesforce_domain: null, activecampaign_domain: null },
  country_code: 'US',
  language: null,
  clock: null,
  date_order: null,
  time_zone: null,
  account_language: 'en',
};

export const lead: Lead = {
  id: 31,
  fname: 'Lee',
  lname: 'Day',
  label: 'Roof quote',
  phone_number: '+14155550100',
  phone_number_formatted: '(415) 555-0100',
  email: 'lee@day.test',
  company: 'Acme',
  category: 'Solar',
  crm: null,
  source_id: null,
  profile_picture: null,
};

export function ownStatus(fields: Partial<OwnStatus> = {}): OwnStatus {
  return {
    revision: 'available~1',
    key: 'available',
    seconds: 60,
    next: null,
    choices: [
      { key: 'break', name: null, icon: 'coffee', minutes_per_day: 30, used_seconds: 720 },
      { key: 'lunch', name: null, icon: 'restaurant', minutes_per_day: 60, used_seconds: 0 },
      { key: 'training', name: null, icon: 'school', minutes_per_day: null, used_seconds: 0 },
    ],
    ...fields,
  };
}

export function callOf(fields: Partial<Call> = {}): Call {
  return {
    id: 55,
    type: 'lead',
    direction: 'outbound',
    account_id: 100,
    profile_id: 1,
    lead_id: 31,
    lead,
    number: { name: 'Main line', phone_number_formatted: '(415) 555-0199', account_id: 100 },
    phone_number: '+14155550100',
    profile: { is_deal_whispertext: false, tags: [] },
    ...fields,
  };
}

export function historyItem(fields: Partial<HistoryItem> = {}): HistoryItem {
  return {
    id: 1,
    direction: 'outbound',
    recording_url: null,
    time_formatted: 'Nov 20, 4:06 PM',
    lead_retry: null,
    retry: null,
    status: 'completed',
    seconds: 0,
    duration: '0:00',
    user: { name: user.full_name },
    lead: null,
    phone_number_formatted: '(415) 555-0142',
    ...fields,
  };
}

export function callUserOf(call: Partial<Call> = {}, fields: Partial<CallUser> = {}): CallUser {
  const fullCall = callOf(call);
  return { call: fullCall, type: fullCall.type, autoaccept: false, ...fields };
}

export function invitationOf(fields: Partial<Invitation> = {}): Invitation {
  return {
    type: 'transfer',
    user_id: 8,
    team_id: null,
    name: 'Ben Okafor',
    team_name: 'Sales',
    profile_picture: null,
    reason: null,
    state: 'ringing',
    seconds: 0,
    ...fields,
  };
}

export function consultationOf(fields: Partial<Consultation> = {}): Consultation {
  return {
    role: 'agent',
    name: 'Ben Okafor',
    profile_picture: null,
    seconds: 0,
    is_connected: true,
    lead_left: false,
    ...fields,
  };
}

export const pageLoaded: PhoneEvent = { type: 'pageLoaded', telUrl: null, storedCall: null };

export function signedInAs(fields: Partial<User> = {}): readonly PhoneEvent[] {
  return [
    pageLoaded,
    { type: 'userLoaded', user: { ...user, ...fields } },
    formsLoaded(),
    { type: 'pageLockGained' },
  ];
}

export const supervisor = signedInAs({ permissions: ['listen', 'whisper', 'barge'] });

export function formsLoaded(forms: Partial<StoredForms> = {}, userId = user.id): PhoneEvent {
  return { type: 'formsLoaded', userId, forms: { newCall: null, offered: null, addLead: null, ...forms } };
}

export function presence(
  fields: Partial<Extract<PhoneEvent, { type: 'presenceResponded' }>> = {},
): PhoneEvent {
  return {
    type: 'presenceResponded',
    phone: true,
    resume: null,
    registered: true,
    queue: null,
    status: null,
    wrapUp: null,
    onExternalPhone: false,
    at: 0,
    ...fields,
  };
}

export const KEY = 'incoming-1';
export const CALL_USER = 77;

export const offered: PhoneEvent = { type: 'callIncoming', callKey: KEY, callUserId: CALL_USER };

export function lookedUp(call: Partial<Call> = {}, fields: Partial<CallUser> = {}): PhoneEvent {
  return { type: 'callUserLoaded', callKey: KEY, callUser: callUserOf(call, fields) };
}

export function ring(call: Partial<Call> = {}, fields: Partial<CallUser> = {}): readonly PhoneEvent[] {
  return [offered, lookedUp(call, fields)];
}

export const ACCEPTED_AT = 1_000_000;

export function accepted(callKey = KEY, at = ACCEPTED_AT): PhoneEvent {
  return { type: 'lineAccepted', callKey, at };
}

export function cancelled(callKey = KEY): PhoneEvent {
  return { type: 'lineCancelled', callKey };
}

export function withdrawn(by: string | null, callUserId = CALL_USER): PhoneEvent {
  return { type: 'callWithdrawn', callUserId, by };
}

export function talk(call: Partial<Call> = {}, fields: Partial<CallUser> = {}): readonly PhoneEvent[] {
  return [...ring(call, fields), { type: 'acceptClicked' }, accepted()];
}

export function disconnected(fields: { callKey?: string; at?: number } = {}): PhoneEvent {
  return { type: 'lineDisconnected', callKey: KEY, status: 'closed', at: ACCEPTED_AT + 60_000, ...fields };
}

export function choose(result: Disposition): PhoneEvent {
  return { type: 'resultChosen', result };
}

export const saved: PhoneEvent = { type: 'resultSaved', callId: 55 };

export function noteSubmitted(content: string): PhoneEvent {
  return { type: 'noteSubmitted', content };
}

export function unsent(order: AfterCallRequest, id = 'a', at = 1): PhoneEvent {
  return { type: 'requestUnsent', id, at, order };
}

export function nav(item: Extract<PhoneEvent, { type: 'navClicked' }>['item']): Click {
  return { type: 'navClicked', item };
}

export function tile(panel: Extract<PhoneEvent, { type: 'onCallPanelClicked' }>['panel']): PhoneEvent {
  return { type: 'onCallPanelClicked', panel };
}

export const ticked: PhoneEvent = { type: 'presenceTicked', at: 0 };

export const token: PhoneEvent = { type: 'tokenLoaded', token: 't', purpose: 'register', at: 0 };

export const callNow: PhoneEvent = {
  type: 'callNowClicked',
  fname: ' Lee ',
  lname: 'Day',
  phoneNumber: '+14155550100',
  problem: null,
  callerId: '4',
  callerNumber: { name: 'Sales line', phone_number_formatted: '(415) 555-0180' },
};

export const PLACED_KEY = 'placed-88';

export const dial: readonly PhoneEvent[] = [
  callNow,
  { type: 'callPlaced', callUserId: 88, call: callOf({ type: 'outbound' }) },
];

export interface Run {
  readonly state: PhoneState;
  readonly last: readonly PhoneEffect[];
  readonly all: readonly PhoneEffect[];
}

type NoFieldEvent<Event> = Event extends { readonly type: infer Type }
  ? keyof Event extends 'type'
    ? Type
    : never
  : never;

/** One event or several; an event without fields may be its type alone. */
export type EventInput = NoFieldEvent<PhoneEvent> | PhoneEvent | readonly EventInput[];

export function toEvents(input: EventInput): readonly PhoneEvent[] {
  if (typeof input === 'string') return [{ type: input } as PhoneEvent];
  return 'type' in input ? [input] : input.flatMap(toEvents);
}

export function run(input: EventInput): Run {
  let state = initialPhone;
  let last: readonly PhoneEffect[] = [];
  const all: PhoneEffect[] = [];
  for (const event of toEvents(input)) {
    ({ state, effects: last } = transition(state, event));
    all.push(...last);
  }
  return { state, last, all };
}

/** Leaves out the presence report, which every view change sends. */
export function effectTypes(effects: readonly PhoneEffect[]): readonly string[] {
  return effects.map(({ type }) => type).filter((type) => type !== 'reportPresence');
}

export function viewAndEffects(events: EventInput): readonly [string, readonly string[]] {
  const { state, last } = run(events);
  return [viewName(state), effectTypes(last)];
}
