/** An agent gets no calls in any status but `available`. */
import * as z from 'zod/mini';

export const AVAILABLE = 'available';
/** Only administrators set and clear it. */
export const DO_NOT_DISTURB = 'do_not_disturb';
/** The pages name these in the user's language. */
export const BUILT_IN_STATUSES = ['break', 'lunch', 'training'] as const;
export type BuiltInStatus = (typeof BUILT_IN_STATUSES)[number];

export function isBuiltInStatus(key: string): key is BuiltInStatus {
  return BUILT_IN_STATUSES.some((one) => one === key);
}

/** Names of Material Symbols. */
export const STATUS_ICONS = [
  'coffee',
  'restaurant',
  'school',
  'groups',
  'headphones',
  'edit_note',
  'build',
  'directions_walk',
] as const;
export type StatusIcon = (typeof STATUS_ICONS)[number];

const icon = z.catch(z.enum(STATUS_ICONS), 'coffee');

/** `name`: null for built-in statuses. */
export const NamedStatus = z.object({ key: z.string(), name: z.nullable(z.string()), icon });
export type NamedStatus = z.infer<typeof NamedStatus>;

export const StatusChoice = z.object({
  ...NamedStatus.shape,
  minutes_per_day: z.nullable(z.int()),
  /** Today in the agent's time zone, including the current time in this status. */
  used_seconds: z.int(),
});
export type StatusChoice = z.infer<typeof StatusChoice>;

export const OwnStatus = z.object({
  /** Changes with the status; presence answers repeat it. */
  revision: z.string(),
  key: z.string(),
  seconds: z.int(),
  /** Starts after the current call. */
  next: z.nullable(z.string()),
  /** All but `available` and `do_not_disturb`; archived ones only while in use. */
  choices: z.array(StatusChoice),
});
export type OwnStatus = z.infer<typeof OwnStatus>;
