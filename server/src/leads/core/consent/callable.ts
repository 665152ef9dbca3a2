// The one set of rules for agents' calls, retries, texts and scheduled calls. Scheduled calls and automatic texts obey
// it strictly. Agents may call outside the hours after a warning, but not text, and never call a blocked lead.
import { localTime } from '@offhook/contract/weekly-schedule';
import { CLOCK_CHANGE_MINUTES } from '../../../accounts/core/schedule.ts';
import type { Sentence } from '../../../platform/core/sentences.ts';

export type Channel = 'call' | 'text';

export interface Contact {
  /** Why the account can't call this number at all. */
  readonly numberError?: Sentence | null;
  readonly doNotCall: boolean;
  readonly isRemoved: boolean;
  /** IANA names, at least one. The time must be within hours in all of them. */
  readonly timeZones: readonly string[];
  /** Calls to the person, ms since 1970, unordered. */
  readonly attempts: readonly number[];
  /** Read only if the rules require consent. */
  readonly agreedToTexts?: boolean;
}

/** Minutes since local midnight. If both are equal, any time is allowed. */
export interface DayHours {
  readonly fromMinute: number;
  readonly toMinute: number;
}

export interface CallingRules extends DayHours {
  /** Default: the hours for calls. */
  readonly texting?: DayHours | null;
  readonly textsNeedConsent?: boolean;
  /** Per lead in 24 hours; null for no limit. */
  readonly attemptsPerDay: number | null;
}

export type Verdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'blocked'; readonly reason: Sentence }
  /** `next`: the first allowed minute, ms since 1970. */
  | { readonly kind: 'later'; readonly reason: Sentence; readonly next: number };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
export const ATTEMPT_WINDOW_MS = DAY_MS;
/** Limits the search if the hours of several zones never overlap. */
const LOOKAHEAD_MS = 3 * DAY_MS;

export function mayContact(channel: Channel, contact: Contact, rules: CallingRules, at: number): Verdict {
  const blocked = contact.numberError ?? blockedReason(contact);
  if (blocked !== null) return { kind: 'blocked', reason: blocked };
  if (channel === 'text' && rules.textsNeedConsent && !contact.agreedToTexts)
    return { kind: 'blocked', reason: { id: 'error.noTextConsent' } };
  const allowedFrom =
    channel === 'call' ? underAttemptLimitFrom(contact.attempts, rules.attemptsPerDay, at) : at;
  const hours = channel === 'call' ? rules : (rules.texting ?? rules);
  const next = nextOpenMinute(contact.timeZones, hours, allowedFrom);
  if (next === at) return { kind: 'allowed' };
  const reason: Sentence =
    allowedFrom > at
      ? { id: 'callable.attempts', values: { count: rules.attemptsPerDay ?? 0 } }
      : outsideHoursReason(channel, contact.timeZones, hours, at);
  return { kind: 'later', reason, next };
}

export function blockedReason(contact: Pick<Contact, 'doNotCall' | 'isRemoved'>): Sentence | null {
  if (contact.doNotCall) return { id: 'callable.listed' };
  return contact.isRemoved ? { id: 'callable.removed' } : null;
}

/** Hours and the daily limit only cause a warning for an agent's own call. */
export function mayAgentCall(contact: Pick<Contact, 'doNotCall' | 'isRemoved'>): boolean {
  return blockedReason(contact) === null;
}

function underAttemptLimitFrom(attempts: readonly number[], maxAttempts: number | null, at: number): number {
  if (maxAttempts === null) return at;
  const recent = attempts.filter((time) => time > at - ATTEMPT_WINDOW_MS && time <= at).sort((a, b) => a - b);
  if (recent.length < maxAttempts) return at;
  const oldestCounted = recent[recent.length - maxAttempts];
  // With a limit of 0 there is no earlier attempt to wait for.
  return (oldestCounted ?? at) + ATTEMPT_WINDOW_MS;
}

function nextOpenMinute(zones: readonly string[], rules: DayHours, from: number): number {
  let at = from;
  while (at < from + LOOKAHEAD_MS) {
    const wait = Math.max(...zones.map((zone) => minutesUntilOpen(rules, localTime(zone, at).minute)));
    if (wait === 0) return at;
    // Stop short of the target in case the clocks change, then go minute by minute.
    const step = Math.max(1, wait - CLOCK_CHANGE_MINUTES);
    at = Math.floor(at / MINUTE_MS + step) * MINUTE_MS;
  }
  return from + LOOKAHEAD_MS;
}

function minutesUntilOpen({ fromMinute, toMinute }: DayHours, minute: number): number {
  if (fromMinute === toMinute) return 0;
  const isOpen =
    fromMinute < toMinute
      ? minute >= fromMinute && minute < toMinute
      : minute >= fromMinute || minute < toMinute;
  return isOpen ? 0 : (fromMinute - minute + DAY_MINUTES) % DAY_MINUTES;
}

/** Names the place, because the time zone may be a guess. */
function outsideHoursReason(
  channel: Channel,
  zones: readonly string[],
  rules: DayHours,
  at: number,
): Sentence {
  const zone = zones.find((one) => minutesUntilOpen(rules, localTime(one, at).minute) > 0) ?? '';
  return {
    id: channel === 'call' ? 'callable.callingHours' : 'callable.textingHours',
    values: {
      time: { minute: localTime(zone, at).minute },
      place: { zone },
      from: { minute: rules.fromMinute },
      to: { minute: rules.toMinute },
    },
  };
}

export interface RegionWindow {
  /** Country calling code, optionally with an area code, such as `+1305`. */
  readonly prefix: string;
  readonly from_minute: number;
  readonly to_minute: number;
}

/** The number's region may have shorter hours. The longest matching prefix wins. */
export function rulesForNumber(
  rules: CallingRules,
  windows: readonly RegionWindow[],
  phoneNumber: string,
): CallingRules {
  const [region] = windows
    .filter(({ prefix }) => phoneNumber.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  if (!region) return rules;
  return {
    ...rules,
    ...narrowHours(rules, region),
    ...(rules.texting ? { texting: narrowHours(rules.texting, region) } : {}),
  };
}

function narrowHours({ fromMinute, toMinute }: DayHours, region: RegionWindow): DayHours {
  // Hours across midnight, or unlimited hours, can't be intersected.
  if (fromMinute >= toMinute) return { fromMinute: region.from_minute, toMinute: region.to_minute };
  const [from, to] = [Math.max(fromMinute, region.from_minute), Math.min(toMinute, region.to_minute)];
  // If they don't overlap, the region's hours apply: from > to would mean hours across midnight.
  return from < to
    ? { fromMinute: from, toMinute: to }
    : { fromMinute: region.from_minute, toMinute: region.to_minute };
}

/** The lead's own zone, else the number's, else the team's, else the account's. */
export function personTimeZones(
  lead: string | null,
  number: { readonly country: string | null; readonly zones: readonly string[] },
  team: string | null,
  account: { readonly country: string; readonly timeZone: string },
): readonly string[] {
  if (lead) return [lead];
  return numberTimeZones(number.country, number.zones, { ...account, timeZone: team ?? account.timeZone });
}

/**
 * Zones of the number's area, else of its country if it isn't the team's country, else the team's. `areaZones` comes
 * from the numbering plan and may be empty.
 */
export function numberTimeZones(
  country: string | null,
  areaZones: readonly string[],
  team: { readonly country: string; readonly timeZone: string },
): readonly string[] {
  const countryZones = country === null ? [] : countryTimeZones(country);
  // A number without an area has the zones of all countries that share its calling code.
  const inCountry = areaZones.filter((zone) => countryZones.includes(zone));
  if (inCountry.length > 0) return inCountry;
  if (areaZones.length > 0 && areaZones.length <= MAX_AREA_ZONES) return areaZones;
  if (country === null || country === team.country || countryZones.length === 0) return [team.timeZone];
  return countryZones;
}

/** A number with more zones than this doesn't belong to one area. */
const MAX_AREA_ZONES = 8;

/** Cached: a lookup takes 1 ms, and every lead needs one. */
const zonesByCountry = new Map<string, readonly string[]>();

function countryTimeZones(country: string): readonly string[] {
  const zones = zonesByCountry.get(country) ?? readCountryTimeZones(country);
  zonesByCountry.set(country, zones);
  return zones;
}

/** Newer runtimes have the method, older ones the property. */
function readCountryTimeZones(country: string): readonly string[] {
  const locale: Intl.Locale & {
    readonly timeZones?: readonly string[];
    readonly getTimeZones?: () => readonly string[] | undefined;
  } = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
