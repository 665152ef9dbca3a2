import type { Lead } from '@offhook/contract/leads/lead';
import type { LeadStory } from '@offhook/contract/leads/lead-story';
import { toMs } from '@offhook/contract/timestamps';
import { formatDay, formatPlace, formatTime, inZone } from '@offhook/i18n/formats';
import { t } from '@offhook/i18n/phone';
import { accountRules } from '../account-rules.ts';
import { type CallbackTime, callbackTime } from '../lists/callback-rows.ts';
import { card } from '../lists/card.ts';
import type { CrmLink } from '../lists/crm-links.ts';
import type { PhoneState } from '../phone-state.ts';
import type { Conversation } from '../screen/screen-state.ts';
import { type ActivityRow, activityRows } from './activity.ts';
import { parseScript, type Script } from './script.ts';
import { ageText, whenText } from './when.ts';

export interface NoteText {
  readonly content: string;
  readonly by: string;
}

interface NextCall extends CallbackTime {
  readonly followUp: string | null;
  readonly ifUnreached: boolean;
}

export interface LeadView {
  /** '2nd call' */
  readonly attempt: string | null;
  /** Unknown caller's number, company and form. */
  readonly about: readonly string[];
  readonly age: string | null;
  readonly localTime: string | null;
  readonly lastNote: NoteText | null;
  readonly activity: readonly ActivityRow[];
  /** How many older calls and texts there are. */
  readonly older: number;
  readonly nextCall: NextCall | null;
  /** The call whose callback takes the place of the next call; null while it rings. */
  readonly callId: number | null;
  /** The call in which a callback can be set here; Call Result has its own button. */
  readonly callbackCallId: number | null;
  readonly form: {
    readonly time: string | null;
    readonly fields: readonly (readonly [name: string, value: string])[];
  };
  readonly script: (Script & { readonly team: string }) | null;
}

export interface LeadIdentity {
  readonly name: string;
  readonly company: string | null;
  readonly links: readonly CrmLink[];
}

/** The call beside which the pane stands. */
export function leadConversation({ screen: { view } }: PhoneState): Conversation | null {
  return view.name === 'waiting' ? null : view.conversation;
}

/** Known without a request. */
export function leadIdentity(state: PhoneState): LeadIdentity {
  const { name, company, links } = card(state);
  const conversation = leadConversation(state);
  const isUnknownCaller = conversation?.call.direction === 'inbound' && conversation.lead === null;
  return { name: name || t(isUnknownCaller ? 'lead.unknownCaller' : 'card.lead'), company, links };
}

export function leadView(state: PhoneState, story: LeadStory, now: number): LeadView {
  const facts = card(state);
  const { view } = state.screen;
  const conversation = leadConversation(state);
  const lead = conversation?.lead ?? null;
  const accountId = state.session.name === 'agent' ? state.session.user.account_id : null;
  const inCall = view.name === 'ringing' || view.name === 'oncall';
  const arrivedAt = story.arrived_at === null ? null : toMs(story.arrived_at);
  const isOutbound = conversation?.call.direction === 'outbound' && lead !== null;
  return {
    attempt: isOutbound ? t('lead.callNumber', { number: story.attempts + 1 }) : null,
    about: [story.caller_number, facts.company, story.form].flatMap((part) => part || []),
    age: arrivedAt === null ? null : ageText(arrivedAt, now),
    localTime: story.time_zone === null ? null : localTime(story.time_zone, now),
    lastNote: story.last_note && {
      content: story.last_note.content,
      by: t('lead.noteBy', {
        name: story.last_note.agent,
        day: formatDay(toMs(story.last_note.at)),
      }),
    },
    activity: activityRows(story, { name: lead?.fname || facts.name, category: facts.category, inCall, now }),
    older: story.call_count - story.calls.length + (story.text_count - story.texts.length),
    nextCall: nextCall(state, story, now),
    callId: view.name === 'ringing' ? null : (conversation?.call.id ?? null),
    callbackCallId: /^(ringing|disposition)$/.test(view.name) ? null : (conversation?.call.id ?? null),
    form: {
      time: story.form === null || arrivedAt === null ? null : whenText(arrivedAt, now),
      fields: [
        ...(facts.phone ? [[t('lead.phone'), facts.phone] as const] : []),
        ...(facts.email ? [[t('lead.email'), facts.email] as const] : []),
        ...shownFields(story.fields, lead, accountId),
      ],
    },
    script: story.script && {
      team: story.script.team,
      ...parseScript(story.script.markdown, scriptValues(state, story, lead)),
    },
  };
}

function localTime(timeZone: string, now: number): string | null {
  try {
    const formats = inZone(timeZone);
    return t('lead.localTime', {
      time: formatTime(now, formats),
      place: formatPlace(timeZone, formats.tag),
    });
  } catch {
    // A newer server may know more zones than this browser.
    return null;
  }
}

/** Once the lead has answered, the follow-up is dropped. */
function nextCall(
  { screen: { view } }: PhoneState,
  { next_call: next, time_zone: timeZone }: LeadStory,
  now: number,
): NextCall | null {
  const isAnswered = view.name === 'oncall' && view.farEnd?.name === 'answered';
  if (next === null || (next.if_unreached && (isAnswered || !/^(ringing|oncall)$/.test(view.name))))
    return null;
  const { follow_up: number, follow_ups: count, if_unreached: ifUnreached } = next;
  return {
    ...callbackTime(next.at, timeZone, now),
    followUp: number === null ? null : t('lead.followUp', { number, count: Math.max(number, count) }),
    ifUnreached,
  };
}

/** What the card must not show isn't shown here either. */
function shownFields(fields: LeadStory['fields'], lead: Lead | null, accountId: number | null) {
  const rules = accountRules(accountId);
  const email = rules.hidesLeadEmail ? lead?.email?.toLowerCase() : undefined;
  const phone = rules.showsPhoneOnCard ? '' : digits(lead?.phone_number ?? '');
  return fields
    .filter(({ value }) => !email || !value.toLowerCase().includes(email))
    .filter(({ value }) => phone === '' || !samePhone(digits(value), phone))
    .map(({ name, value }) => [name, value] as const);
}

const MIN_PHONE_DIGITS = 7;
const digits = (text: string) => text.replace(/\D/g, '');

/** National or international, perhaps with a trunk prefix such as (0), or an extension. */
function samePhone(typed: string, phone: string): boolean {
  if (typed.length < MIN_PHONE_DIGITS || phone.length < MIN_PHONE_DIGITS) return false;
  return phone.endsWith(typed.replace(/^0+/, '')) || typed.includes(phone.slice(-MIN_PHONE_DIGITS));
}

function scriptValues(
  { session }: PhoneState,
  story: LeadStory,
  lead: Lead | null,
): Readonly<Record<string, string>> {
  const user = session.name === 'agent' ? session.user : null;
  const fields = shownFields(story.fields, lead, user?.account_id ?? null);
  return {
    ...Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    fname: lead?.fname ?? '',
    lname: lead?.lname ?? '',
    label: lead?.label ?? '',
    company: lead?.company ?? '',
    category: lead?.category ?? '',
    agent: user?.full_name ?? '',
  };
}
