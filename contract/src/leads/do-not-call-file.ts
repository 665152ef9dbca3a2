import * as z from 'zod/mini';

export const DO_NOT_CALL_FILE = '/api/v1/do-not-call/file';

export const DoNotCallFileAnswer = z.object({
  success: z.literal(true),
  /** Not counting numbers that were already listed. */
  added: z.int(),
  already_listed: z.int(),
  invalid: z.int(),
  /** The first of them; line numbers start at 1. */
  invalid_lines: z.array(z.int()),
});
export type DoNotCallFileAnswer = z.infer<typeof DoNotCallFileAnswer>;
