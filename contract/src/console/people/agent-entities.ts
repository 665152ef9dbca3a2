import * as z from 'zod/mini';
import { PERMISSIONS } from '../../accounts/permissions.ts';
import { id as whole } from '../../requests/request-rows.ts';
import { UserSession } from '../../requests/second-factor-requests.ts';
import { newPassword, text, timeZone } from '../../text.ts';
import { BOARD_STATES, ShownStatus } from '../board-entities.ts';
import {
  count,
  list,
  nonEmptyText,
  nullableInt,
  nullableSentence,
  nullableText,
  optionalText,
  priorityGroup,
  supervisedTeamIds,
  timestamp,
  version,
  versionField,
} from '../fields.ts';
import { ConsoleSchedule, ShownSchedule } from '../schedule.ts';

export const ConsoleAgent = z.object({
  id: z.int(),
  version,
  email: z.string(),
  full_name: z.string(),
  profile_picture: z.string(),
  /** The agent's external phone. */
  phone_number: nullableText,
  phone_number_formatted: nullableText,
  permissions: z.array(z.string()),
  /** Null: supervises the whole account. */
  supervised_team_ids: z._default(z.nullable(z.array(z.int())), null),
  /** Never rung on the external phone. */
  is_app_only: z.boolean(),
  mobile_enabled: z.boolean(),
  do_not_disturb: z.boolean(),
  /** Daily call limit. */
  cap: nullableInt,
  /** null: the account's. Empty: none, so the phone looks it up. */
  country_code: nullableText,
  time_zone: z.string(),
  schedule: ShownSchedule,
  active: z.boolean(),
  created_at: timestamp,
  teams: list({ team_id: z.int(), name: z.string(), priority_group: z.int() }),
  state: z.enum(BOARD_STATES),
  reason: nullableSentence,
  status: z._default(z.nullable(ShownStatus), null),
  /** false: a supervisor or administrator on no team, who isn't in a call of their own. Older servers don't send it. */
  is_agent: z._default(z.boolean(), true),
  /** Of any of the user's sessions, such as the console's, to within 5 minutes; null without one. */
  last_seen_at: z._default(z.nullable(timestamp), null),
});
export type ConsoleAgent = z.infer<typeof ConsoleAgent>;

export const AgentSecurity = z.object({
  passkeys: z.int(),
  totp: z.boolean(),
  recovery_codes: z.int(),
  /** The account's rule requires a second factor of this user. */
  is_required: z.boolean(),
  sessions: z.array(UserSession),
});
export type AgentSecurity = z.infer<typeof AgentSecurity>;

const agentFields = {
  /** National numbers are interpreted in the agent's country. */
  phone_number: optionalText(250),
  permissions: z.optional(z.array(z.enum(PERMISSIONS)).check(z.maxLength(20))),
  supervised_team_ids: z.optional(supervisedTeamIds),
  is_app_only: z.optional(z.boolean()),
  mobile_enabled: z.optional(z.boolean()),
  do_not_disturb: z.optional(z.boolean()),
  cap: z.optional(z.nullable(count.check(z.minimum(1)))),
  country_code: z.optional(z.nullable(z.string().check(z.regex(/^([A-Z]{2})?$/)))),
  time_zone: z.optional(timeZone),
  schedule: z.optional(z.nullable(ConsoleSchedule)),
  /** The complete list. */
  teams: z.optional(list({ team_id: whole, priority_group: priorityGroup }).check(z.maxLength(200))),
};
export const email = text(254).check(z.toLowerCase(), z.regex(/^[^\s@]+@[^\s@]+$/));
export const NewAgent = z.object({
  email,
  full_name: nonEmptyText(200),
  /** Generated and shown once when omitted. */
  password: z.optional(newPassword),
  ...agentFields,
});
export type NewAgent = z.input<typeof NewAgent>;
export const AgentChange = z.object({
  full_name: z.optional(nonEmptyText(200)),
  /** false logs the agent out and blocks logins. */
  active: z.optional(z.boolean()),
  ...agentFields,
  ...versionField,
});
export type AgentChange = z.input<typeof AgentChange>;
