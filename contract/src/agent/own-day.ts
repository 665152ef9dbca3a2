/** An agent's own figures of today, in the agent's time zone. */
import * as z from 'zod/mini';
import { DISPOSITIONS } from '../calls/dispositions.ts';

const count = z.int();

export const OwnDay = z.object({
  /** YYYY-MM-DD */
  date: z.string(),
  calls_made: count,
  calls_taken: count,
  talk_seconds: count,
  /** Distinct. */
  leads_reached: count,
  /** Rings that the agent neither accepted nor ignored. */
  missed_rings: count,
  /** Break and lunch. */
  break_seconds: count,
  /** Results that the agent gave; only kinds that occurred. */
  results: z.array(z.object({ result: z.enum(DISPOSITIONS), count })),
});
export type OwnDay = z.infer<typeof OwnDay>;
