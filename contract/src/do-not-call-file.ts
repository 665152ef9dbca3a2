/** Importing and exporting the do-not-call list as a file. */
import * as z from 'zod/mini';

export const DO_NOT_CALL_FILE = '/api/v1/do-not-call/file';

export const DoNotCallFileAnswer = z.object({
  success: z.literal(true),
  /** Numbers that weren't on the list yet. */
  added: z.int(),
  already_listed: z.int(),
  /** Lines without a valid number. */
  invalid: z.int(),
  /** The first of them, starting at line 1. */
  invalid_lines: z.array(z.int()),
});
export type DoNotCallFileAnswer = z.infer<typeof DoNotCallFileAnswer>;
