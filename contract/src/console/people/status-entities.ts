import * as z from 'zod/mini';
import { STATUS_ICONS } from '../../agent/agent-status.ts';
import { MAX_STATUSES } from '../../limits.ts';
import { nonEmptyText, nullableInt, nullableText, version, versionField } from '../fields.ts';

export const ConsoleStatus = z.object({
  key: z.string(),
  /** null for built-in statuses. */
  name: nullableText,
  icon: z.enum(STATUS_ICONS),
  minutes_per_day: nullableInt,
  /** Can't be chosen anymore. */
  archived: z.boolean(),
});
export type ConsoleStatus = z.infer<typeof ConsoleStatus>;
export const ConsoleStatuses = z.object({ version, list: z.array(ConsoleStatus) });

/** In the order of the agent's menu. Without a key: a new status. Statuses that aren't listed are archived. */
export const StatusesChange = z.object({
  list: z
    .array(
      z.object({
        key: z.optional(z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/))),
        name: z.optional(z.nullable(nonEmptyText(40))),
        icon: z.enum(STATUS_ICONS),
        minutes_per_day: z.nullable(z.int().check(z.minimum(1), z.maximum(1_440))),
        archived: z.optional(z.boolean()),
      }),
    )
    .check(z.maxLength(MAX_STATUSES)),
  ...versionField,
});
export type StatusesChange = z.input<typeof StatusesChange>;
