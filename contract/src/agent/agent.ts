/** Colleagues, teams and numbers as an agent's phone lists them. */
import * as z from 'zod/mini';
import { Integrations } from '../accounts/user.ts';
import { nullableText } from '../nullable-text.ts';
import { NamedStatus } from './agent-status.ts';

export const Agent = z.object({
  id: z.int(),
  full_name: z.string(),
  on_call_id: z.nullable(z.int()),
  is_available: z.boolean(),
  is_app_only: z.boolean(),
  is_online_app: z.boolean(),
  is_mobile: z.boolean(),
  permissions: z.array(z.string()),
  /** Of the teams that the agent is a member of. Older servers don't send it. */
  team_ids: z._default(z.array(z.int()), []),
  integrations: Integrations,
  country_code: nullableText,
  /** null: available. */
  status: z.optional(z.nullable(NamedStatus)),
});
export type Agent = z.infer<typeof Agent>;

export const Team = z.object({ id: z.int(), name: z.string(), is_available: z.boolean() });
export type Team = z.infer<typeof Team>;

export const CallerId = z.object({ id: z.int(), name: z.string(), phone_number_formatted: z.string() });
export type CallerId = z.infer<typeof CallerId>;
