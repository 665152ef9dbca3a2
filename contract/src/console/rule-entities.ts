import * as z from 'zod/mini';
import { LANGUAGES } from '../accounts/languages.ts';
import { SECOND_FACTOR_RULES } from '../accounts/second-factor.ts';
import { DO_NOT_CALL_SOURCES } from '../leads/consent.ts';
import { MAX_HOLIDAYS, MAX_PARK_MINUTES, MAX_PAUSE_MINUTES } from '../limits.ts';
import { SPECIAL_NUMBERS } from '../phone-numbers/number-kinds.ts';
import { leadLabel } from '../sentences.ts';
import { text, timeZone } from '../text.ts';
import {
  count,
  list,
  Named,
  nonEmptyText,
  nullableInt,
  nullableText,
  optionalText,
  timestamp,
  version,
  versionField,
} from './fields.ts';
import { DAY_MINUTES } from './schedule.ts';

export const ConsoleNumber = z.object({
  id: z.int(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  name: nullableText,
  team: Named,
  /** The provider is set up to send its calls to this server. */
  is_ready: z.boolean(),
  /** The first check of that has ended. True also from older servers. */
  is_checked: z._default(z.boolean(), true),
});
export type ConsoleNumber = z.infer<typeof ConsoleNumber>;

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(DAY_MINUTES));
const prefix = z.string().check(z.regex(/^\+[1-9]\d{0,14}$/));
const RecordingRegion = z.object({ prefix, announces: z.boolean() });
const RegionWindow = z.object({
  prefix,
  from_minute: minuteOfDay,
  to_minute: minuteOfDay,
});
export type RegionWindow = z.infer<typeof RegionWindow>;

export const Holiday = z.object({ date: z.string(), name: z.string() });
export type Holiday = z.infer<typeof Holiday>;
const NewHoliday = z.object({ date: z.iso.date(), name: text(100) });

export const CallingRules = z.object({
  version,
  name: z.string(),
  country_code: z.string(),
  time_zone: z.string(),
  /** Language in which Offhook speaks to callers, leads and external phones. Texts by the account aren't affected. */
  language: z.enum(LANGUAGES),
  /** In the lead's local time. */
  calling_from_minute: z.int(),
  calling_to_minute: z.int(),
  /** null: the calling hours. */
  texting_from_minute: nullableInt,
  texting_to_minute: nullableInt,
  /** Text only leads with a stored consent. */
  texts_need_consent: z.boolean(),
  /** Per lead in 24 h; null for no limit. */
  attempts_per_day: nullableInt,
  /** Two-letter codes; empty for all countries. */
  calling_countries: z.array(z.string()),
  special_numbers: z.array(z.enum(SPECIAL_NUMBERS)),
  /** null: no limit. */
  key_calls_per_minute: nullableInt,
  region_windows: list({ prefix: z.string(), from_minute: z.int(), to_minute: z.int() }),
  /** How long an agent may pause a recording; null: not at all. */
  recording_pause_minutes: nullableInt,
  /** Supervisors may create links to a recording for people without a login. Older servers don't send it. */
  external_links: z._default(z.boolean(), false),
  /** How long a parked call waits before phones ring for it. */
  park_minutes: z.int(),
  /** For teams with `by_region`. The longest prefix wins, then the built-in list. */
  recording_regions: list({ prefix: z.string(), announces: z.boolean() }),
  /** https, with `{source_id}`. */
  custom_crm_url: nullableText,
  /** Teams with hours are closed on these dates, by date. Older servers don't send them. */
  holidays: z._default(z.array(Holiday), []),
  /** Who needs a second factor to log in; `none` from an older server. */
  second_factor: z._default(z.enum(SECOND_FACTOR_RULES), 'none'),
});
export type CallingRules = z.infer<typeof CallingRules>;

export const CallingRulesChange = z.object({
  name: z.optional(nonEmptyText(200)),
  country_code: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  time_zone: z.optional(timeZone),
  language: z.optional(z.enum(LANGUAGES)),
  calling_from_minute: z.optional(minuteOfDay),
  calling_to_minute: z.optional(minuteOfDay),
  /** null: the calling hours. */
  texting_from_minute: z.optional(z.nullable(minuteOfDay)),
  texting_to_minute: z.optional(z.nullable(minuteOfDay)),
  texts_need_consent: z.optional(z.boolean()),
  attempts_per_day: z.optional(z.nullable(count.check(z.minimum(1)))),
  calling_countries: z.optional(z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.maxLength(300))),
  special_numbers: z.optional(z.array(z.enum(SPECIAL_NUMBERS)).check(z.maxLength(SPECIAL_NUMBERS.length))),
  key_calls_per_minute: z.optional(z.nullable(count.check(z.minimum(1)))),
  region_windows: z.optional(z.array(RegionWindow).check(z.maxLength(500))),
  recording_pause_minutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_PAUSE_MINUTES)))),
  /** false revokes all links. */
  external_links: z.optional(z.boolean()),
  park_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_PARK_MINUTES))),
  recording_regions: z.optional(z.array(RecordingRegion).check(z.maxLength(500))),
  custom_crm_url: optionalText(2000),
  holidays: z.optional(z.array(NewHoliday).check(z.maxLength(MAX_HOLIDAYS))),
  second_factor: z.optional(z.enum(SECOND_FACTOR_RULES)),
  ...versionField,
});
export type CallingRulesChange = z.input<typeof CallingRulesChange>;

/** null: the installation's default. 0: forever. */
const days = z.nullable(z.int().check(z.minimum(0), z.maximum(99_999)));
export const Retention = z.object({
  version,
  /** After the call. */
  recordings_days: nullableInt,
  /** After the last activity. */
  personal_days: nullableInt,
  installation: z.object({ recordings_days: z.int(), personal_days: z.int() }),
  /** null: everything is kept forever, or the server is older. */
  deletion: z._default(
    z.nullable(
      z.object({
        is_running: z.boolean(),
        /** When older data is looked for next. */
        next_at: timestamp,
        /** When something was deleted last. */
        last_at: z.nullable(timestamp),
      }),
    ),
    null,
  ),
});
export type Retention = z.infer<typeof Retention>;

export const RetentionChange = z.object({
  recordings_days: z.optional(days),
  personal_days: z.optional(days),
  ...versionField,
});
export type RetentionChange = z.input<typeof RetentionChange>;

export const DoNotCallEntry = z.object({
  /** The number's digits. */
  id: z.int(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  lead: z.nullable(z.object({ id: z.int(), label: leadLabel })),
  /** `lead`: not on the list, but its lead must not be called. */
  source: z.enum([...DO_NOT_CALL_SOURCES, 'lead']),
  since: timestamp,
});
export type DoNotCallEntry = z.infer<typeof DoNotCallEntry>;
