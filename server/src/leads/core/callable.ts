/**
 * Who may be called or texted, and when. One answer for everybody who asks: the agent's own call, a retry, a text,
 * a due lead. What the answer means differs: a scheduled call is never made against it, and an automatic text waits; an
 * agent may call at the wrong hour after a warning, but not text, and may never call a lead who must not be called.
 */
import { ERRORS } from '@offhook/contract/errors';
import { localTime } from '@offhook/contract/weekly-schedule';
import { CLOCK_CHANGE_MINUTES } from '../../accounts/core/schedule.ts';

export type Channel = 'call' | 'text';

export interface Contact {
  /** Why the account may not call this number at all; null: it may. */
  readonly numberRefusal?: string | null;
  readonly doNotCall: boolean;
  readonly isRemoved: boolean;
  /** Where the person may be: IANA names, at least one. With several the hour must be right in all of them. */
  readonly timeZones: readonly string[];
  /** When they were called, ms since 1970, in any order. */
  readonly attempts: readonly number[];
  /** A consent to texts is stored; looked up only where the rules need one. */
  readonly agreedToTexts?: boolean;
}

/** Minutes count from midnight where the person is; both the same: at any hour. */
export interface DayHours {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** The account's data. */
export interface CallingRules extends DayHours {
  /** Texts have hours of their own; null or absent: those of calls. */
  readonly texting?: DayHours | null;
  /** A lead without a stored consent to texts is not texted. */
  readonly textsNeedConsent?: boolean;
  /** Calls in 24 hours at most; null: no limit. */
  readonly attemptsPerDay: number | null;
}

export type Verdict =
  | { readonly kind: 'allowed' }
  /** Never, whatever the hour. */
  | { readonly kind: 'barred'; readonly reason: string }
  /** Not now. `next`: the first minute at which it is allowed, ms since 1970. */
  | { readonly kind: 'later'; readonly reason: string; readonly next: number };

export const NO_TEXT_CONSENT = ERRORS.noTextConsent.text;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Calls count as tries of the day for this long. */
export const ATTEMPTS_COUNT_MS = DAY_MS;
/** Zones whose hours have nothing in common are not looked through for ever. */
const LOOK_AHEAD_MS = 3 * DAY_MS;

/** @param at ms since 1970 */
export function mayContact(channel: Channel, contact: Contact, rules: CallingRules, at: number): Verdict {
  const barred = contact.numberRefusal ?? barredReason(contact);
  if (barred !== null) return { kind: 'barred', reason: barred };
  if (channel === 'text' && rules.textsNeedConsent && !contact.agreedToTexts)
    return { kind: 'barred', reason: NO_TEXT_CONSENT };
  const counted = channel === 'call' ? freeOfAttempts(contact.attempts, rules.attemptsPerDay, at) : at;
  const hours = channel === 'call' ? rules : (rules.texting ?? rules);
  const next = nextOpenMinute(contact.timeZones, hours, counted);
  if (next === at) return { kind: 'allowed' };
  const reason =
    counted > at
      ? `This lead was called ${times(rules.attemptsPerDay ?? 0)} in the last 24 hours.`
      : wrongHour(channel, contact.timeZones, hours, at);
  return { kind: 'later', reason, next };
}

/** `null`: nothing stands against calling and texting this person. */
export function barredReason(contact: Pick<Contact, 'doNotCall' | 'isRemoved'>): string | null {
  if (contact.doNotCall) return 'This number is on the do-not-call list.';
  return contact.isRemoved ? 'This lead was removed and must not be called.' : null;
}

/**
 * A call that an agent places, by New Call or Retry, is refused only where nobody may ever call. The hour and the number
 * of tries are the agent's to judge: the phone has warned. A scheduled call keeps to them (`first-allowed.ts`).
 */
export function mayAgentCall(contact: Pick<Contact, 'doNotCall' | 'isRemoved'>): boolean {
  return barredReason(contact) === null;
}

/** From when on one more call does not pass the limit. */
function freeOfAttempts(attempts: readonly number[], most: number | null, at: number): number {
  if (most === null) return at;
  const recent = attempts.filter((time) => time > at - ATTEMPTS_COUNT_MS && time <= at).sort((a, b) => a - b);
  if (recent.length < most) return at;
  const leaving = recent[recent.length - most];
  // A limit of none leaves nothing to wait for but another day.
  return (leaving ?? at) + ATTEMPTS_COUNT_MS;
}

function nextOpenMinute(zones: readonly string[], rules: DayHours, from: number): number {
  let at = from;
  while (at < from + LOOK_AHEAD_MS) {
    const wait = Math.max(...zones.map((zone) => minutesUntilOpen(rules, localTime(zone, at).minute)));
    if (wait === 0) return at;
    // Clocks may change on the way: the last stretch is walked minute by minute.
    const step = Math.max(1, wait - CLOCK_CHANGE_MINUTES);
    at = Math.floor(at / MINUTE_MS + step) * MINUTE_MS;
  }
  return from + LOOK_AHEAD_MS;
}

function minutesUntilOpen({ fromMinute, toMinute }: DayHours, minute: number): number {
  if (fromMinute === toMinute) return 0;
  const isOpen =
    fromMinute < toMinute
      ? minute >= fromMinute && minute < toMinute
      : minute >= fromMinute || minute < toMinute;
  return isOpen ? 0 : (fromMinute - minute + DAY_MINUTES) % DAY_MINUTES;
}

/** Names the place by whose clock it was judged: it may be only the team's own. */
function wrongHour(channel: Channel, zones: readonly string[], rules: DayHours, at: number): string {
  const zone = zones.find((one) => minutesUntilOpen(rules, localTime(one, at).minute) > 0) ?? '';
  const place = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  const { fromMinute, toMinute } = rules;
  const hours = `from ${clock(fromMinute)} to ${clock(toMinute)}`;
  const what = channel === 'call' ? 'Leads are called' : 'Texts are sent';
  return `It is ${clock(localTime(zone, at).minute)} in ${place}. ${what} ${hours}.`;
}

/** '8:05 AM' */
function clock(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

export interface RegionWindow {
  /** + and digits: a country's code, or one with an area's. */
  readonly prefix: string;
  readonly from_minute: number;
  readonly to_minute: number;
}

/** The account's rules with the hours of the number's region, where it has hours of its own; the longest prefix is it. */
export function rulesForNumber(
  rules: CallingRules,
  windows: readonly RegionWindow[],
  phoneNumber: string,
): CallingRules {
  const [own] = windows
    .filter(({ prefix }) => phoneNumber.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  if (!own) return rules;
  return {
    ...rules,
    ...narrowed(rules, own),
    ...(rules.texting ? { texting: narrowed(rules.texting, own) } : {}),
  };
}

function narrowed({ fromMinute, toMinute }: DayHours, own: RegionWindow): DayHours {
  // Hours across midnight, or all of them, have no narrower part that one could tell.
  if (fromMinute >= toMinute) return { fromMinute: own.from_minute, toMinute: own.to_minute };
  const [from, to] = [Math.max(fromMinute, own.from_minute), Math.min(toMinute, own.to_minute)];
  // Hours that do not meet leave the region's own; otherwise they would be read as across midnight.
  return from < to
    ? { fromMinute: from, toMinute: to }
    : { fromMinute: own.from_minute, toMinute: own.to_minute };
}

/**
 * Where a person may be: in the zone that the lead names, else where the number may be, else where the team is.
 * @param lead IANA name; null: it names none
 * @param number of its country and area
 * @param team null: it has no schedule; then the account's zone counts
 */
export function zonesOfPerson(
  lead: string | null,
  number: { readonly country: string | null; readonly zones: readonly string[] },
  team: string | null,
  account: { readonly country: string; readonly timeZone: string },
): readonly string[] {
  if (lead) return [lead];
  return zonesOfNumber(number.country, number.zones, { ...account, timeZone: team ?? account.timeZone });
}

/**
 * Where a number may be: in the zones of its area; with no area known, in its country's when that is not the team's
 * own; else where the team is.
 * @param ofArea what the plan of the world's numbers says; empty: nothing
 */
export function zonesOfNumber(
  country: string | null,
  ofArea: readonly string[],
  team: { readonly country: string; readonly timeZone: string },
): readonly string[] {
  const ofCountry = country === null ? [] : zonesOfCountry(country);
  // A number without an area carries the zones of all countries that share its code.
  const inCountry = ofArea.filter((zone) => ofCountry.includes(zone));
  if (inCountry.length > 0) return inCountry;
  if (ofArea.length > 0 && ofArea.length <= MOST_ZONES) return ofArea;
  if (country === null || country === team.country || ofCountry.length === 0) return [team.timeZone];
  return ofCountry;
}

/** More than these are no area. */
const MOST_ZONES = 8;

/** To look one up takes the runtime a millisecond, and every lead asks. */
const zonesByCountry = new Map<string, readonly string[]>();

function zonesOfCountry(country: string): readonly string[] {
  const known = zonesByCountry.get(country) ?? readZonesOfCountry(country);
  zonesByCountry.set(country, known);
  return known;
}

/** Newer runtimes have a method where older ones have a property. */
function readZonesOfCountry(country: string): readonly string[] {
  const locale: Intl.Locale & {
    readonly timeZones?: readonly string[];
    readonly getTimeZones?: () => readonly string[] | undefined;
  } = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
