import * as z from 'zod/mini';

/** Times are ISO 8601 in UTC. */
export const LeadQueue = z.object({
  /** The server's time, because the phone's clock may differ. */
  at: z.string(),
  /** Scheduled calls that this agent may be offered now or soon. */
  waiting: z.int(),
  /** When the next of them is due; past if it is due now. */
  next_due_at: z.nullable(z.string()),
  /** `next_due_at` is later than their calls are due, because the agent has just missed a ring. */
  after_missed_ring: z.optional(z.boolean()),
  /** Null on shift. */
  off_shift_until: z.nullable(z.string()),
});
export type LeadQueue = z.infer<typeof LeadQueue>;
