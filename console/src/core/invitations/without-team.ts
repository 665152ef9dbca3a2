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
  readonly agents: readonly Pick<ConsoleAgent, 'id' | 'full_name'>[];
  readonly invitations: readonly ConsoleInvitation[];
}

export function withoutTeam(
  agents: readonly ConsoleAgent[],
  invitations: readonly ConsoleInvitation[],
): WithoutTeam {
  return { agents: agents.filter(needsTeam), invitations: invitations.filter(needsTeam) };
}
