/** Agents who belong to no team are never rung. */
import { mayWatch } from '@offhook/contract/accounts/permissions';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import type { ConsoleInvitation } from '@offhook/contract/console/people/invitation-entities';

interface Member {
  readonly permissions: readonly string[];
  readonly teams: readonly unknown[];
}

/** Supervisors and administrators have the console without a team. */
export function needsTeam({ permissions, teams }: Member): boolean {
  return teams.length === 0 && !mayWatch({ permissions: [...permissions] });
}

/** As text for the form that invites people; inviting them again replaces their teams. */
export function pastedText(people: readonly Pick<ConsoleInvitation, 'email' | 'full_name'>[]): string {
  return people
    .map(({ email, full_name }) => (full_name === '' ? email : `"${full_name}" <${email}>`))
    .join('\n');
}

export interface WithoutTeam {
  /** The first of them. */
  readonly agents: readonly Pick<ConsoleAgent, 'id' | 'full_name'>[];
  readonly moreAgents: number;
  readonly invitations: readonly ConsoleInvitation[];
}

/** @param found a page of the agents who need a team, of `total` */
export function withoutTeam(
  found: { readonly data: readonly ConsoleAgent[]; readonly total: number },
  invitations: readonly ConsoleInvitation[],
): WithoutTeam {
  // A server from before this filter answers with others too.
  const agents = found.data.filter(needsTeam);
  const moreAgents = agents.length === found.data.length ? found.total - agents.length : 0;
  return { agents, moreAgents, invitations: invitations.filter(needsTeam) };
}
