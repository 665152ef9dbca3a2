/** The calling rules as their page edits them. */
import type { CallingRules, CallingRulesChange } from '@offhook/contract/console/console-entities';
import { SPECIAL_NUMBERS } from '@offhook/contract/phone-numbers/number-kinds';

export interface RegionForm {
  readonly prefix: string;
  readonly from_minute: number;
  readonly to_minute: number;
}

export interface RecordingRegionForm {
  readonly prefix: string;
  readonly announces: boolean;
}

export interface RulesForm {
  readonly name: string;
  readonly country_code: string;
  readonly time_zone: string;
  readonly calling_from_minute: number;
  readonly calling_to_minute: number;
  /** Texts have hours of their own. */
  readonly own_texting: boolean;
  readonly texting_from_minute: number;
  readonly texting_to_minute: number;
  readonly texts_need_consent: boolean;
  readonly attempts: string;
  readonly countries: string;
  readonly premium: boolean;
  readonly shared_cost: boolean;
  readonly satellite: boolean;
  readonly key_calls: string;
  readonly region_windows: readonly RegionForm[];
  readonly recording_regions: readonly RecordingRegionForm[];
  readonly custom_crm_url: string;
  readonly [field: string]: unknown;
}

export function rulesForm(rules: CallingRules): RulesForm {
  return {
    name: rules.name,
    country_code: rules.country_code,
    time_zone: rules.time_zone,
    calling_from_minute: rules.calling_from_minute,
    calling_to_minute: rules.calling_to_minute,
    own_texting: rules.texting_from_minute !== null,
    texting_from_minute: rules.texting_from_minute ?? rules.calling_from_minute,
    texting_to_minute: rules.texting_to_minute ?? rules.calling_to_minute,
    texts_need_consent: rules.texts_need_consent,
    attempts: rules.attempts_per_day === null ? '' : String(rules.attempts_per_day),
    countries: rules.calling_countries.join(', '),
    premium: rules.special_numbers.includes('premium'),
    shared_cost: rules.special_numbers.includes('shared_cost'),
    satellite: rules.special_numbers.includes('satellite'),
    key_calls: rules.key_calls_per_minute === null ? '' : String(rules.key_calls_per_minute),
    region_windows: rules.region_windows,
    recording_regions: rules.recording_regions,
    custom_crm_url: rules.custom_crm_url ?? '',
  };
}

export type RulesProblems = {
  readonly [F in
    | 'name'
    | 'window'
    | 'texting'
    | 'attempts'
    | 'countries'
    | 'keyCalls'
    | 'regions'
    | 'recording']?: string;
};

const MOST_ATTEMPTS = 1_000;
const MOST_KEY_CALLS = 1_000_000;

/** What cannot be saved so, by field. */
export function rulesProblems(form: RulesForm): RulesProblems {
  const backwards = form.region_windows.some(({ from_minute, to_minute }) => from_minute >= to_minute);
  return {
    ...(form.name.trim() === '' && { name: 'An account needs a name.' }),
    ...(form.calling_from_minute >= form.calling_to_minute && { window: 'The hours begin before they end.' }),
    ...(form.own_texting &&
      form.texting_from_minute >= form.texting_to_minute && { texting: 'The hours begin before they end.' }),
    ...(readCountries(form.countries) === null && {
      countries: 'Enter countries by two letters, such as US, CA.',
    }),
    ...(readLimit(form.key_calls, MOST_KEY_CALLS) === undefined && {
      keyCalls: 'Enter a whole number, or leave blank for no limit.',
    }),
    ...(readLimit(form.attempts, MOST_ATTEMPTS) === undefined && {
      attempts: 'A whole number, or nothing for no limit.',
    }),
    ...problemAs('regions', prefixProblem(form.region_windows)),
    ...(prefixProblem(form.region_windows) === null &&
      backwards && { regions: 'The hours of a region begin before they end.' }),
    ...problemAs('recording', prefixProblem(form.recording_regions)),
  };
}

function problemAs(field: 'regions' | 'recording', problem: string | null): RulesProblems {
  return problem === null ? {} : { [field]: problem };
}

function prefixProblem(regions: readonly { readonly prefix: string }[]): string | null {
  const prefixes = regions.map(({ prefix }) => prefixOf(prefix));
  if (prefixes.includes(null))
    return 'A region is + and the digits with which its numbers begin, such as +1212.';
  return new Set(prefixes).size === prefixes.length ? null : 'Each region once.';
}

const withPrefix = <R extends { readonly prefix: string }>(region: R): R => ({
  ...region,
  prefix: prefixOf(region.prefix) ?? region.prefix,
});

/** null: no limit; undefined: no number. */
function readLimit(text: string, most: number): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = /^\d+$/.test(trimmed) ? Number(trimmed) : 0;
  return value >= 1 && value <= most ? value : undefined;
}

/** Each once, in the order written; null: one of them is no two letters. */
function readCountries(text: string): string[] | null {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
  return codes.every((code) => /^[A-Z]{2}$/.test(code)) ? [...new Set(codes)] : null;
}

/** + and digits, without what people write between them. */
function prefixOf(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '');
  return /^\+[1-9]\d{0,14}$/.test(digits) ? digits : null;
}

/** Both ends go together: without hours of their own, texts have those of calls. */
function textingChange(changed: Partial<RulesForm>, form: RulesForm): CallingRulesChange {
  const { own_texting, texting_from_minute, texting_to_minute } = changed;
  if ([own_texting, texting_from_minute, texting_to_minute].every((one) => one === undefined)) return {};
  return {
    texting_from_minute: form.own_texting ? form.texting_from_minute : null,
    texting_to_minute: form.own_texting ? form.texting_to_minute : null,
  };
}

/**
 * The fields that differ, as the API takes them; only of a form without problems.
 * @param form with the changes: the kinds of numbers are one field of the API and three of the form
 */
export function rulesChange(changed: Partial<RulesForm>, form: RulesForm): CallingRulesChange {
  const { attempts, region_windows, name, country_code, time_zone, custom_crm_url } = changed;
  const { calling_from_minute, calling_to_minute, countries, key_calls, recording_regions } = changed;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(country_code !== undefined && { country_code }),
    ...(time_zone !== undefined && { time_zone }),
    ...(calling_from_minute !== undefined && { calling_from_minute }),
    ...(calling_to_minute !== undefined && { calling_to_minute }),
    ...textingChange(changed, form),
    ...(changed.texts_need_consent !== undefined && { texts_need_consent: changed.texts_need_consent }),
    ...(attempts !== undefined && { attempts_per_day: readLimit(attempts, MOST_ATTEMPTS) ?? null }),
    ...(custom_crm_url !== undefined && { custom_crm_url: custom_crm_url.trim() }),
    ...(countries !== undefined && { calling_countries: readCountries(countries) ?? [] }),
    ...(SPECIAL_NUMBERS.some((kind) => changed[kind] !== undefined) && {
      special_numbers: SPECIAL_NUMBERS.filter((kind) => form[kind]),
    }),
    ...(key_calls !== undefined && { key_calls_per_minute: readLimit(key_calls, MOST_KEY_CALLS) ?? null }),
    ...(region_windows !== undefined && { region_windows: region_windows.map(withPrefix) }),
    ...(recording_regions !== undefined && { recording_regions: recording_regions.map(withPrefix) }),
  };
}
