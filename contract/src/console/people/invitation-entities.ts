import * as z from 'zod/mini';
import { PERMISSIONS } from '../../accounts/permissions.ts';
import { MAX_INVITED_AT_ONCE } from '../../limits.ts';
import { id as whole } from '../../requests/request-rows.ts';
import { text } from '../../text.ts';
import { list, nullableText, supervisedTeamIds, timestamp } from '../fields.ts';

/** `none`: the link is handed over by a person. */
export const INVITATION_MAIL_STATUSES = ['none', 'queued', 'sent', 'failed'] as const;

export const ConsoleInvitation = z.object({
  id: z.int(),
  email: z.string(),
  /** May be empty. */
  full_name: z.string(),
  permissions: z.array(z.string()),
  teams: list({ team_id: z.int(), name: z.string() }),
  /** Null: will supervise the whole account. */
  supervised_teams: z._default(z.nullable(list({ team_id: z.int(), name: z.string() })), null),
  invited_by: nullableText,
  created_at: timestamp,
  /** Its links work until then. */
  expires_at: timestamp,
  mail_status: z.enum(INVITATION_MAIL_STATUSES),
  /** What the mail server answered, if the mail failed or is being retried. */
  mail_error: nullableText,
});
export type ConsoleInvitation = z.infer<typeof ConsoleInvitation>;

export const NewInvitations = z.object({
  /** Each gets its own outcome, so an invalid email rejects only its own line. */
  people: z
    .array(z.object({ email: text(1_000), full_name: z._default(text(200), '') }))
    .check(z.minLength(1), z.maxLength(MAX_INVITED_AT_ONCE)),
  permissions: z.array(z.enum(PERMISSIONS)).check(z.maxLength(20)),
  team_ids: z._default(z.array(whole).check(z.maxLength(200)), []),
  supervised_team_ids: z._default(supervisedTeamIds, null),
});

/** `full`: the account has too many open invitations. */
export const INVITATION_OUTCOMES = ['invited', 'member', 'invalid', 'full'] as const;
export type InvitationOutcome = (typeof INVITATION_OUTCOMES)[number];

export const InvitationResult = z.object({
  email: z.string(),
  outcome: z.enum(INVITATION_OUTCOMES),
  /** Without mail: the link to hand over, shown only here. */
  link: nullableText,
});
export type InvitationResult = z.infer<typeof InvitationResult>;
