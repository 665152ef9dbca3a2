import * as z from 'zod/mini';
import { SUPERVISE_ACTIONS } from '../accounts/permissions.ts';
import { NamedStatus } from '../agent/agent-status.ts';
import { leadLabel, sentence } from '../sentences.ts';
import { BoardLimits } from './board-limits.ts';
import { list, Named, nullableInt, nullableSentence, timestamp } from './fields.ts';

/** Sorted by urgency. `held`: the agent, or a colleague in the call, has put the others on hold. */
export const BOARD_STATES = ['ringing', 'held', 'oncall', 'wrapup', 'available', 'unavailable'] as const;
export type BoardState = (typeof BOARD_STATES)[number];

/** A status other than available. */
export const ShownStatus = z.object({
  ...NamedStatus.shape,
  /** null: starts after the current call. */
  since: z.nullable(timestamp),
  minutes_per_day: nullableInt,
  /** Used today, including the time since `since`, in full minutes, rounded up. */
  used_seconds: z.int(),
});
export type ShownStatus = z.infer<typeof ShownStatus>;

export const BoardAgent = z.object({
  id: z.int(),
  full_name: z.string(),
  profile_picture: z.string(),
  team_ids: z.array(z.int()),
  state: z.enum(BOARD_STATES),
  since: z.nullable(timestamp),
  /** The call that a supervisor would join. */
  call_id: nullableInt,
  /** The other party of the current or last call. */
  with: z.nullable(leadLabel),
  /** The phone's view during `wrapup`: Call Result, Tags & Stages, Add Note, Send SMS. */
  call_status: nullableSentence,
  reason: nullableSentence,
  /** Older servers don't send it. */
  status: z._default(z.nullable(ShownStatus), null),
  /** When a wrap-up of fixed length ends. Older servers don't send it. */
  wrap_up_ends_at: z._default(z.nullable(timestamp), null),
  /** Whether the current call is a callback. Older servers don't send it. */
  is_callback: z._default(z.boolean(), false),
  /** Whether the phone is open, or rings elsewhere. Older servers don't send it. */
  is_signed_in: z._default(z.boolean(), true),
  /** In a call only as a supervisor, which a screen on the wall doesn't show. Older servers don't send it. */
  is_supervising: z._default(z.boolean(), false),
  /** false: a supervisor or administrator on no team, who isn't in a call of their own. Older servers don't send it. */
  is_agent: z._default(z.boolean(), true),
});
export type BoardAgent = z.infer<typeof BoardAgent>;

export const BoardTeam = z.object({
  id: z.int(),
  name: z.string(),
  agents: z.int(),
  available: z.int(),
});
export type BoardTeam = z.infer<typeof BoardTeam>;

export const WaitingLead = z.object({
  /** Set if `planned_id` is null. */
  call_id: nullableInt,
  planned_id: nullableInt,
  lead_id: nullableInt,
  label: leadLabel,
  team: z.nullable(Named),
  /** When the lead arrived or the attempt was scheduled. */
  since: timestamp,
  retry: nullableInt,
  lead_retry: nullableInt,
  /** Number of agents. */
  ringing: z.int(),
  /** null: now. */
  due_at: z.nullable(timestamp),
  /** Why the call isn't made now. */
  reason: nullableSentence,
});
export type WaitingLead = z.infer<typeof WaitingLead>;

export const STEP_NAMES = ['intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer'] as const;
export type StepName = (typeof STEP_NAMES)[number];
/** null: no call got that far today. */
const Step = z.object({ p50_ms: z.nullable(z.number()), p90_ms: z.nullable(z.number()), count: z.int() });
export type BoardStep = z.infer<typeof Step>;

export const BoardToday = z.object({
  /** Distinct leads with a call today, split into the next three. */
  leads: z.int(),
  contacted: z.int(),
  missed: z.int(),
  removed: z.int(),
  /** Contacted leads of those that aren't open, as in reports. Earlier servers don't send it. */
  contact_rate: z.optional(z.nullable(z.number())),
  longest_seconds: z.int(),
  /** Measured from the lead's arrival. */
  first_ring_p50_ms: z.nullable(z.number()),
  /** Of the leads that were reached, from the form to the answer, as in reports. Earlier servers don't send it. */
  speed: z.optional(Step),
  steps: z.object({
    intake: Step,
    schedule: Step,
    routing: Step,
    ring: Step,
    accept: Step,
    dial: Step,
    answer: Step,
  }),
  lost: list({ reason: sentence, count: z.int() }),
  /** Hours of today so far, in the account's time zone. */
  hours: list({ hour: z.int(), leads: z.int(), contacted: z.int(), missed: z.int() }),
});
export type BoardToday = z.infer<typeof BoardToday>;

/** The call that the viewer is in, whichever team is shown. Earlier servers don't send it. */
const ownCallId = z.optional(z.nullable(z.int()));
/** How the viewer supervises that call; null: they don't. */
const ownSupervision = z.optional(z.nullable(z.enum(SUPERVISE_ACTIONS)));

/** Calls scheduled for after the next 15 minutes. Earlier servers list them as waiting. */
const scheduledLater = z.optional(z.int());

/** The account's. Earlier servers don't send them. */
const limits = z.optional(BoardLimits);

export const Board = z.object({
  success: z.literal(true),
  now: timestamp,
  time_zone: z.string(),
  agents: z.array(BoardAgent),
  teams: z.array(BoardTeam),
  /** Ringing, parked, due now or soon. The first 100: longest waiting, then by due time; `waiting_total` counts all. */
  waiting: z.array(WaitingLead),
  waiting_total: z.int(),
  scheduled_later: scheduledLater,
  today: BoardToday,
  limits,
  own_call_id: ownCallId,
  own_supervision: ownSupervision,
});
export type Board = z.infer<typeof Board>;

/** What changed since a version of the board; fields without changes are left out. */
export const BoardChanges = z.object({
  success: z.literal(true),
  now: timestamp,
  /** For the next request's `since`. */
  version: z.string(),
  /** The version that the changes apply to; null: this is the whole board. */
  since: z.nullable(z.string()),
  time_zone: z.optional(z.string()),
  /** New and changed agents. */
  agents: z.array(BoardAgent),
  /** Agents who left the board or the team; ids that the page doesn't know are ignored. */
  removed: z.array(z.int()),
  teams: z.optional(z.array(BoardTeam)),
  waiting: z.optional(z.array(WaitingLead)),
  waiting_total: z.optional(z.int()),
  scheduled_later: scheduledLater,
  today: z.optional(BoardToday),
  limits,
  own_call_id: ownCallId,
  own_supervision: ownSupervision,
});
export type BoardChanges = z.infer<typeof BoardChanges>;
