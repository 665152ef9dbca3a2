/** What an agent sees of the colleagues that they ring for a running call. */
import type { CallUserStatus } from '@offhook/contract/calls/call-user';
import type { Invitation } from '@offhook/contract/calls/hand-over';

export interface InvitedAgent {
  readonly type: Invitation['type'];
  readonly status: CallUserStatus;
  readonly userId: number;
  readonly name: string;
  readonly teamName: string | null;
  readonly picture: string | null;
  /** The team that was rung, of which the agent is a member. */
  readonly invitedTeam: { readonly id: number; readonly name: string } | null;
  readonly reason: string | null;
  readonly consults: boolean;
  readonly rungAt: number;
  readonly endedAt: number | null;
}

/** @param agents in the order in which they were rung; those of one team have the same `rungAt` */
export function newestInvitation(agents: readonly InvitedAgent[], now: number): Invitation | null {
  const newest = agents.at(-1);
  if (!newest) return null;
  const { type, userId, name, teamName, picture, invitedTeam, reason, consults, rungAt } = newest;
  const rung = agents.filter((agent) => agent.rungAt === rungAt && agent.type === type);
  const isRinging = rung.some(({ status }) => status === 'ringing');
  if (!isRinging && !rung.every(({ status }) => status === 'missed' || status === 'ignored')) return null;
  const since = isRinging ? rungAt : Math.max(...rung.map(({ endedAt }) => endedAt ?? rungAt));
  const target = invitedTeam
    ? {
        user_id: null,
        team_id: invitedTeam.id,
        name: invitedTeam.name,
        team_name: null,
        profile_picture: null,
      }
    : { user_id: userId, team_id: null, name, team_name: teamName, profile_picture: picture };
  const seconds = Math.max(0, Math.round((now - since) / 1_000));
  return { type, ...target, reason, consult: consults, state: isRinging ? 'ringing' : 'missed', seconds };
}
