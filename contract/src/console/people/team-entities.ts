import * as z from 'zod/mini';
import { WRAP_UPS } from '../../agent/wrap-up.ts';
import {
  MAX_CALLS_PER_MINUTE,
  MAX_RETRIES,
  MAX_RETRY_DELAY_MINUTES,
  MAX_RING_DELAY_S,
  MAX_WRAP_UP_S,
  MIN_WRAP_UP_S,
  SCRIPT_MAX_LENGTH,
} from '../../limits.ts';
import { id as whole } from '../../requests/request-rows.ts';
import { BOARD_STATES } from '../board-entities.ts';
import {
  list,
  nonEmptyText,
  nullableInt,
  nullableText,
  optionalText,
  priorityGroup,
  version,
  versionField,
} from '../fields.ts';
import { GreetingFile, GreetingId } from '../greeting-entities.ts';
import { ConsoleSchedule, ShownSchedule } from '../schedule.ts';

export const ConsoleTeam = z.object({
  id: z.int(),
  name: z.string(),
  /** Gets leads without a team. */
  is_default: z.boolean(),
  fallback_team_id: nullableInt,
  schedule: ShownSchedule,
  is_open: z.boolean(),
  agents: z.int(),
  available: z.int(),
  numbers: list({ id: z.int(), name: nullableText, phone_number_formatted: z.string() }),
});
export type ConsoleTeam = z.infer<typeof ConsoleTeam>;

export const RING_MODES = ['simultaneous', 'round_robin'] as const;

/** `by_region`: where the law at the number's region requires it, or the region is unknown. */
export const ANNOUNCEMENTS = ['always', 'never', 'by_region'] as const;
export type Announcement = (typeof ANNOUNCEMENTS)[number];

export const ConsoleTag = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  color: z.string(),
  /** A tag in use can't be removed. */
  uses: z.int(),
});
export type ConsoleTag = z.infer<typeof ConsoleTag>;

const ShownProfile = z.object({
  mode: z.enum(RING_MODES),
  whisper_template: nullableText,
  /** Shows the agent Tags & Stages after a contacted call. */
  is_deal_whispertext: z.boolean(),
  retry_minutes: z.array(z.int()),
  followup_minutes: z.array(z.int()),
  records: z.boolean(),
  recording_announcement: z.enum(ANNOUNCEMENTS),
  /** For older clients: false means `never`. */
  announces_recording: z.boolean(),
  delay_seconds: z.int(),
  /** Highest number of scheduled calls that start in a minute; null without a limit. */
  calls_per_minute: z.nullable(z.int()),
  missed_text: nullableText,
  welcome_message: nullableText,
  voicemail_greeting: nullableText,
  /** Callers hear it in place of the text. */
  welcome_file: z.nullable(GreetingFile),
  voicemail_file: z.nullable(GreetingFile),
  /** IETF tag for both messages; null for the provider's default. */
  greeting_language: nullableText,
  /** Markdown that agents see during a call. */
  script: nullableText,
  /** Agents may hear colleagues' recordings of a lead while the lead rings or talks with them. */
  shares_recordings: z.boolean(),
  wrap_up: z.enum(WRAP_UPS),
  /** Applies while `wrap_up` is `fixed`. */
  wrap_up_seconds: z.int(),
  /** In display order. */
  tags: z.array(ConsoleTag),
});
export type ConsoleProfile = z.infer<typeof ShownProfile>;

export const ConsoleTeamDetail = z.object({
  ...ConsoleTeam.shape,
  version,
  members: list({
    user_id: z.int(),
    full_name: z.string(),
    profile_picture: z.string(),
    active: z.boolean(),
    /** Lower groups are rung first. */
    priority_group: z.int(),
    state: z.enum(BOARD_STATES),
  }),
  profile: ShownProfile,
});
export type ConsoleTeamDetail = z.infer<typeof ConsoleTeamDetail>;

const minutesList = z
  .array(z.int().check(z.minimum(1), z.maximum(MAX_RETRY_DELAY_MINUTES)))
  .check(z.maxLength(MAX_RETRIES));

/** Without an id: a new tag. Tags that aren't listed are removed. */
const TagInput = z.object({
  id: z.optional(whole),
  key: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,99}$/))),
  name: nonEmptyText(100),
  color: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)),
});
export type TagChange = z.input<typeof TagInput>;

const teamFields = {
  is_default: z.optional(z.literal(true)),
  fallback_team_id: z.optional(z.nullable(whole)),
  schedule: z.optional(z.nullable(ConsoleSchedule)),
  /** The complete list. */
  members: z.optional(list({ user_id: whole, priority_group: priorityGroup }).check(z.maxLength(1000))),
  profile: z.optional(
    z.object({
      mode: z.optional(z.enum(RING_MODES)),
      whisper_template: optionalText(1000),
      is_deal_whispertext: z.optional(z.boolean()),
      retry_minutes: z.optional(minutesList),
      followup_minutes: z.optional(minutesList),
      records: z.optional(z.boolean()),
      recording_announcement: z.optional(z.enum(ANNOUNCEMENTS)),
      /** For older clients: true means `always`. `recording_announcement` takes precedence. */
      announces_recording: z.optional(z.boolean()),
      delay_seconds: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_RING_DELAY_S))),
      calls_per_minute: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_CALLS_PER_MINUTE)))),
      missed_text: optionalText(1600),
      welcome_message: optionalText(1000),
      voicemail_greeting: optionalText(1000),
      /** The id of an uploaded file; null for the text, which also replaces a file when it is set without one. */
      welcome_file: z.optional(z.nullable(GreetingId)),
      voicemail_file: z.optional(z.nullable(GreetingId)),
      greeting_language: optionalText(35),
      script: optionalText(SCRIPT_MAX_LENGTH),
      shares_recordings: z.optional(z.boolean()),
      wrap_up: z.optional(z.enum(WRAP_UPS)),
      wrap_up_seconds: z.optional(z.int().check(z.minimum(MIN_WRAP_UP_S), z.maximum(MAX_WRAP_UP_S))),
      tags: z.optional(z.array(TagInput).check(z.maxLength(50))),
    }),
  ),
};
export const NewTeam = z.object({ name: nonEmptyText(100), ...teamFields });
export type NewTeam = z.input<typeof NewTeam>;
export const TeamChange = z.object({ name: z.optional(nonEmptyText(100)), ...teamFields, ...versionField });
export type TeamChange = z.input<typeof TeamChange>;
