import * as z from 'zod/mini';

/**
 * `none`: an agent on Thank You gets calls. `until_done`: only after Done. `fixed`: after a number of seconds, or
 * after Done.
 */
export const WRAP_UPS = ['none', 'until_done', 'fixed'] as const;

/** The agent's current wrap-up, if their team has chosen one. */
export const WrapUp = z.object({
  call_id: z.int(),
  /** null: until the agent is done. */
  seconds_left: z.nullable(z.number()),
});
export type WrapUp = z.infer<typeof WrapUp>;
