import { LANGUAGES } from '@offhook/contract/accounts/languages';
import { SECOND_FACTOR_RULES } from '@offhook/contract/accounts/second-factor';
import type { CallingRules, CallingRulesChange } from '@offhook/contract/console/rule-entities';
import { MAX_PARK_MINUTES, MAX_PAUSE_MINUTES } from '@offhook/contract/limits';
import { SPECIAL_NUMBERS } from '@offhook/contract/phone-numbers/number-kinds';
import { t } from '@offhook/i18n/console';
import { toChange } from './changes-count.ts';
import { formatLimit, parseLimit } from './limit.ts';
import { wrongValues } from './wrong-values.ts';

export type RegionForm = Readonly<CallingRules['region_windows'][number]>;
const DEFAULT_PAUSE_MINUTES = 10;

export type RecordingRegionForm = Readonly<CallingRules['recording_regions'][number]>;

export type HolidayForm = Readonly<CallingRules['holidays'][number]>;

export type RulesForm = Readonly<ReturnType<typeof rulesForm>>;

export function rulesForm(rules: CallingRules) {
  return {
    name: rules.name,
    country_code: rules.country_code,
    time_zone: rules.time_zone,
    language: rules.language as string,
    calling_from_minute: rules.calling_from_minute,
    calling_to_minute: rules.calling_to_minute,
    /** Texts have separate hours. */
    has_texting_hours: rules.texting_from_minute !== null,
    texting_from_minute: rules.texting_from_minute ?? rules.calling_from_minute,
    texting_to_minute: rules.texting_to_minute ?? rules.calling_to_minute,
    texts_need_consent: rules.texts_need_consent,
    attempts: formatLimit(rules.attempts_per_day),
    countries: rules.calling_countries.join(', '),
    premium: rules.special_numbers.includes('premium'),
    shared_cost: rules.special_numbers.includes('shared_cost'),
    satellite: rules.special_numbers.includes('satellite'),
    key_calls: formatLimit(rules.key_calls_per_minute),
    region_windows: rules.region_windows as readonly RegionForm[],
    recording_regions: rules.recording_regions as readonly RecordingRegionForm[],
    may_pause: rules.recording_pause_minutes !== null,
    pause_minutes: String(rules.recording_pause_minutes ?? DEFAULT_PAUSE_MINUTES),
    external_links: rules.external_links,
    park_minutes: String(rules.park_minutes),
    custom_crm_url: rules.custom_crm_url ?? '',
    holidays: rules.holidays as readonly HolidayForm[],
    second_factor: rules.second_factor as string,
  };
}

export type RulesProblems = {
  readonly [F in
    | 'name'
    | 'window'
    | 'texting'
    | 'attempts'
    | 'countries'
    | 'key_calls'
    | 'regions'
    | 'recording'
    | 'holidays'
    | 'pause_minutes'
    | 'park_minutes']?: string;
};

const MAX_ATTEMPTS = 1_000;
const MAX_KEY_CALLS = 1_000_000;

export function rulesProblems(form: RulesForm): RulesProblems {
  const backwards = form.region_windows.some(({ from_minute, to_minute }) => from_minute >= to_minute);
  return {
    ...(form.name.trim() === '' && { name: t('problem.name') }),
    ...(form.calling_from_minute >= form.calling_to_minute && { window: t('problem.window') }),
    ...(form.has_texting_hours &&
      form.texting_from_minute >= form.texting_to_minute && { texting: t('problem.window') }),
    ...(parseCountries(form.countries) === null && { countries: t('problem.countries') }),
    ...(parseLimit(form.key_calls, MAX_KEY_CALLS) === undefined && { key_calls: t('problem.limit') }),
    ...(parseLimit(form.attempts, MAX_ATTEMPTS) === undefined && { attempts: t('problem.limit') }),
    ...problemAs('regions', prefixProblem(form.region_windows)),
    ...(prefixProblem(form.region_windows) === null && backwards && { regions: t('problem.window') }),
    ...problemAs('holidays', holidaysProblem(form.holidays)),
    ...problemAs('recording', prefixProblem(form.recording_regions)),
    ...(!parseLimit(form.park_minutes, MAX_PARK_MINUTES) && {
      park_minutes: t('problem.pauseMinutes', { max: MAX_PARK_MINUTES }),
    }),
    ...(form.may_pause &&
      !parseLimit(form.pause_minutes, MAX_PAUSE_MINUTES) && {
        pause_minutes: t('problem.pauseMinutes', { max: MAX_PAUSE_MINUTES }),
      }),
  };
}

function problemAs(field: 'regions' | 'recording' | 'holidays', problem: string | null): RulesProblems {
  return problem === null ? {} : { [field]: problem };
}

/** Which rows' prefixes `rulesProblems` is about. */
export function wrongPrefixes(regions: readonly { readonly prefix: string }[]): readonly boolean[] {
  return wrongValues(regions.map(({ prefix }) => parsePrefix(prefix)));
}

function prefixProblem(regions: readonly { readonly prefix: string }[]): string | null {
  const prefixes = regions.map(({ prefix }) => parsePrefix(prefix));
  if (prefixes.includes(null)) return t('problem.prefix');
  return new Set(prefixes).size === prefixes.length ? null : t('problem.prefix.twice');
}

/** Which holidays' dates `rulesProblems` is about. */
export function wrongHolidays(holidays: readonly HolidayForm[]): readonly boolean[] {
  return wrongValues(holidays.map(({ date }) => date));
}

function holidaysProblem(holidays: readonly HolidayForm[]): string | null {
  const dates = holidays.map(({ date }) => date);
  if (dates.includes('')) return t('problem.holiday');
  return new Set(dates).size === dates.length ? null : t('problem.holiday.twice');
}

/** Those of the calendar that aren't in the list yet, at their places. */
export function addHolidays(
  holidays: readonly HolidayForm[],
  calendar: readonly HolidayForm[],
): readonly HolidayForm[] {
  const added = calendar.filter(({ date }) => !holidays.some((one) => one.date === date));
  return [...holidays, ...added].toSorted((a, b) => a.date.localeCompare(b.date));
}

const withParsedPrefix = <R extends { readonly prefix: string }>(region: R): R => ({
  ...region,
  prefix: parsePrefix(region.prefix) ?? region.prefix,
});

/** Without duplicates; null if an entry isn't two letters. */
function parseCountries(text: string): string[] | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
  return codes.every((code) => /^[A-Z]{2}$/.test(code)) ? [...new Set(codes)] : null;
}

/** + and digits, without separators. */
function parsePrefix(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '');
  return /^\+[1-9]\d{0,14}$/.test(digits) ? digits : null;
}

/**
 * The changed fields in the API's format. Only for a form without problems.
 * @param form all fields, because several of them can make up one field of the API
 */
export function rulesChange(changed: Partial<RulesForm>, form: RulesForm): CallingRulesChange {
  const texting = () => ({
    texting_from_minute: form.has_texting_hours ? form.texting_from_minute : null,
    texting_to_minute: form.has_texting_hours ? form.texting_to_minute : null,
  });
  const special = () => ({ special_numbers: SPECIAL_NUMBERS.filter((kind) => form[kind]) });
  const pause = () => ({
    recording_pause_minutes: form.may_pause
      ? (parseLimit(form.pause_minutes, MAX_PAUSE_MINUTES) ?? null)
      : null,
  });
  return toChange<RulesForm, CallingRulesChange>(changed, {
    name: (name) => ({ name: name.trim() }),
    language: (chosen) => ({ language: LANGUAGES.find((one) => one === chosen) }),
    has_texting_hours: texting,
    texting_from_minute: texting,
    texting_to_minute: texting,
    attempts: (text) => ({ attempts_per_day: parseLimit(text, MAX_ATTEMPTS) ?? null }),
    custom_crm_url: (url) => ({ custom_crm_url: url.trim() }),
    countries: (text) => ({ calling_countries: parseCountries(text) ?? [] }),
    premium: special,
    shared_cost: special,
    satellite: special,
    may_pause: pause,
    pause_minutes: pause,
    park_minutes: (text) => ({ park_minutes: parseLimit(text, MAX_PARK_MINUTES) ?? undefined }),
    second_factor: (chosen) => ({ second_factor: SECOND_FACTOR_RULES.find((one) => one === chosen) }),
    key_calls: (text) => ({ key_calls_per_minute: parseLimit(text, MAX_KEY_CALLS) ?? null }),
    holidays: (holidays) => ({ holidays: holidays.map(({ date, name }) => ({ date, name: name.trim() })) }),
    region_windows: (regions) => ({ region_windows: regions.map(withParsedPrefix) }),
    recording_regions: (regions) => ({ recording_regions: regions.map(withParsedPrefix) }),
  });
}
