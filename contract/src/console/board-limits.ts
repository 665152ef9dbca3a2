import * as z from 'zod/mini';
import { MAX_STATUSES } from '../limits.ts';
import { version, versionField } from './fields.ts';

/** The highest limit of a time, in seconds. */
export const MAX_LIMIT_SECONDS = 86_400;
/** The highest limit of leads missed today. */
export const MAX_LIMIT_LEADS = 100_000;

/** The first limit colors amber, the second red; null: no limit. */
const limitUpTo = (max: number) => {
  const value = z.nullable(z.int().check(z.minimum(1), z.maximum(max)));
  return z.object({ caution: value, danger: value });
};
const seconds = limitUpTo(MAX_LIMIT_SECONDS);
const leads = limitUpTo(MAX_LIMIT_LEADS);
export type BoardLimit = z.infer<typeof seconds>;

/** When the live board colors a time or a count. Times are in seconds. */
export const BoardLimits = z.object({
  ringing: z._default(seconds, { caution: null, danger: null }),
  held: z._default(seconds, { caution: 120, danger: 300 }),
  oncall: z._default(seconds, { caution: 1_200, danger: 1_800 }),
  wrapup: z._default(seconds, { caution: 120, danger: 300 }),
  /** By key of the status. A status without limits has its minutes per day as its second limit. */
  statuses: z._default(z.record(z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/)), seconds), {}),
  oldest_lead: z._default(seconds, { caution: 60, danger: 120 }),
  missed_today: z._default(leads, { caution: 10, danger: 20 }),
});
export type BoardLimits = z.infer<typeof BoardLimits>;

export const DEFAULT_BOARD_LIMITS: BoardLimits = BoardLimits.parse({});

export const ConsoleBoardLimits = z.object({ version, ...BoardLimits.shape });
export type ConsoleBoardLimits = z.infer<typeof ConsoleBoardLimits>;

export const BoardLimitsChange = z.object({
  ringing: z.optional(seconds),
  held: z.optional(seconds),
  oncall: z.optional(seconds),
  wrapup: z.optional(seconds),
  /** The complete list. */
  statuses: z.optional(
    z
      .record(z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/)), seconds)
      .check(z.refine((all) => Object.keys(all).length <= MAX_STATUSES)),
  ),
  oldest_lead: z.optional(seconds),
  missed_today: z.optional(leads),
  ...versionField,
});
export type BoardLimitsChange = z.input<typeof BoardLimitsChange>;

/** Whether the first limit comes before the second. */
export function isValidLimit({ caution, danger }: BoardLimit): boolean {
  return caution === null || danger === null || caution < danger;
}
