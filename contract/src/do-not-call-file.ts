/** The do-not-call list as a file: where it is sent to and read from, and what the answer to a file says. */
import * as z from 'zod/mini';

export const DO_NOT_CALL_FILE = '/api/v1/do-not-call/file';

export const DoNotCallFileAnswer = z.object({
  success: z.literal(true),
  /** Numbers that were not on the list. */
  added: z.int(),
  already_listed: z.int(),
  /** Lines without a valid number. */
  invalid: z.int(),
  /** The first of them; the first line of the file is 1. */
  invalid_lines: z.array(z.int()),
});
export type DoNotCallFileAnswer = z.infer<typeof DoNotCallFileAnswer>;
