import * as z from 'zod/mini';
import { Paging } from '../../calls/history.ts';
import { answer, page, Success, id as whole } from '../../requests/request-rows.ts';
import { newPassword, text } from '../../text.ts';
import { ShownStatus } from '../board-entities.ts';
import { limit, nullableText, search } from '../fields.ts';
import { AgentChange, AgentSecurity, ConsoleAgent, NewAgent } from '../people/agent-entities.ts';
import { ConsoleInvitation, InvitationResult, NewInvitations } from '../people/invitation-entities.ts';
import { ConsoleStatuses, StatusesChange } from '../people/status-entities.ts';
import { ConsoleTeam, ConsoleTeamDetail, NewTeam, TeamChange } from '../people/team-entities.ts';
import { AgentScores } from '../review-entities.ts';
import { admin, adminOf, type ConsoleRow, supervisor, supervisorOf } from './console-row.ts';

/** Teams, agents, invitations, statuses. */
export const PEOPLE_REQUESTS = {
  listTeams: admin('GET', '/api/v1/console/teams', { response: answer({ data: z.array(ConsoleTeam) }) }),
  readTeam: adminOf('GET', '/api/v1/console/teams/:id', { response: answer({ team: ConsoleTeamDetail }) }),
  addTeam: admin('POST', '/api/v1/console/teams', {
    body: NewTeam,
    response: answer({ team: ConsoleTeamDetail }),
  }),
  changeTeam: adminOf('PUT', '/api/v1/console/teams/:id', {
    body: TeamChange,
    response: answer({ team: ConsoleTeamDetail }),
  }),
  listAgents: admin('GET', '/api/v1/console/agents', {
    query: z.object({
      page,
      limit,
      search,
      team_id: z.optional(whole),
      active: z.optional(z.enum(['yes', 'no'])),
      /** Only those who are in no team, and neither supervisors nor administrators: they get no calls. */
      needs_team: z.optional(z.literal('yes')),
    }),
    response: answer({ data: z.array(ConsoleAgent), total: z.int(), meta: Paging }),
  }),
  readAgent: adminOf('GET', '/api/v1/console/agents/:id', {
    /** Older servers don't send `scores`. */
    response: answer({ agent: ConsoleAgent, scores: z.optional(AgentScores) }),
  }),
  addAgent: admin('POST', '/api/v1/console/agents', {
    body: NewAgent,
    /** null if the request gave a password; otherwise shown only here. */
    response: answer({ agent: ConsoleAgent, password: nullableText }),
  }),
  changeAgent: adminOf('PUT', '/api/v1/console/agents/:id', {
    body: AgentChange,
    response: answer({ agent: ConsoleAgent }),
  }),
  /** Ends all of the agent's sessions. */
  setAgentPassword: adminOf('POST', '/api/v1/console/agents/:id/password', {
    body: z.object({ password: z.optional(newPassword) }),
    response: answer({ password: nullableText }),
  }),
  logOutAgent: adminOf('POST', '/api/v1/console/agents/:id/logout', {
    response: answer({ ended: z.int() }),
  }),
  readAgentSecurity: adminOf('GET', '/api/v1/console/agents/:id/security', {
    response: answer({ security: AgentSecurity }),
  }),
  /** `session`: its id in `readAgentSecurity`. */
  endAgentSession: adminOf('POST', '/api/v1/console/agents/:id/sessions/end', {
    body: z.object({ session: text(64) }),
    response: answer({ ended: z.int() }),
  }),
  /** Removes passkeys, authenticator app and recovery codes, and ends the user's sessions. */
  resetAgentFactors: adminOf('POST', '/api/v1/console/agents/:id/factors/reset', {
    response: answer({ ended: z.int() }),
  }),
  /** A link with which the agent chooses a new password, to hand over. */
  createResetLink: adminOf('POST', '/api/v1/console/agents/:id/reset-link', {
    response: answer({ link: z.string() }),
  }),
  listInvitations: admin('GET', '/api/v1/console/invitations', {
    /** `sends_mail`: without it, links are handed over. */
    response: answer({ data: z.array(ConsoleInvitation), sends_mail: z.boolean() }),
  }),
  invite: admin('POST', '/api/v1/console/invitations', {
    body: NewInvitations,
    /** In the order of the request. */
    response: answer({ results: z.array(InvitationResult) }),
  }),
  /** Sends another mail. Earlier links keep working until the new expiry. */
  resendInvitation: adminOf('POST', '/api/v1/console/invitations/:id/resend', { response: Success }),
  createInvitationLink: adminOf('POST', '/api/v1/console/invitations/:id/link', {
    response: answer({ link: z.string() }),
  }),
  /** Its links stop working. */
  revokeInvitation: adminOf('DELETE', '/api/v1/console/invitations/:id', { response: Success }),
  /** Supervisors too, except for `do_not_disturb`. Any agent, also one who is signed out. */
  setAgentStatus: supervisorOf('PUT', '/api/v1/console/agents/:id/status', {
    body: z.object({ status: text(40) }),
    response: answer({ status: z.nullable(ShownStatus) }),
  }),
  readStatuses: supervisor('GET', '/api/v1/console/statuses', {
    response: answer({ statuses: ConsoleStatuses }),
  }),
  changeStatuses: admin('PUT', '/api/v1/console/statuses', {
    body: StatusesChange,
    response: answer({ statuses: ConsoleStatuses }),
  }),
} as const satisfies Record<string, ConsoleRow>;
