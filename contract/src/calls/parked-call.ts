import * as z from 'zod/mini';
import { nullableText } from '../nullable-text.ts';

/** A call whose lead hears music until an agent of the team picks up. */
export const ParkedCall = z.object({
  call_id: z.int(),
  lead_name: z.string(),
  phone_number_formatted: nullableText,
  parked_by: z.string(),
  /** This user parked it. */
  is_own: z.optional(z.boolean()),
  /** Since it was parked. */
  seconds: z.number(),
  /** Until phones ring for it; 0 while they do. */
  seconds_left: z.number(),
  /** An agent who picked up is being connected. */
  is_taken: z.boolean(),
});
export type ParkedCall = z.infer<typeof ParkedCall>;
