/** What an agent finds of the account's leads. */
import * as z from 'zod/mini';

/** Shorter texts would find nearly all leads. */
export const LEAD_SEARCH_MIN_LENGTH = 2;
export const LEAD_SEARCH_MAX_LENGTH = 100;
export const LEAD_SEARCH_MAX_RESULTS = 20;

export const FoundLead = z.object({
  id: z.int(),
  fname: z.string(),
  lname: z.string(),
  label: z.string(),
  phone_number: z.string(),
  phone_number_formatted: z.string(),
  /** The lead must not be called: flagged, listed or removed. */
  do_not_call: z.boolean(),
});
export type FoundLead = z.infer<typeof FoundLead>;
