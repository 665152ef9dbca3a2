import { PERMISSIONS, type Permission } from '@offhook/contract/accounts/permissions';
import type { AgentChange, ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { MAX_PRIORITY } from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';
import { toSchedule, weekForm } from '../../schedule/week-form.ts';
import { toChange } from '../changes-count.ts';
import { formatLimit, parseLimit } from '../limit.ts';
import { canBeLimited, supervisionProblem } from './supervised-teams.ts';

export type Membership = Pick<ConsoleAgent['teams'][number], 'team_id' | 'priority_group'>;

/** The choice 'no country'; the empty choice is the account's country. */
export const NO_COUNTRY = 'none';

export type AgentForm = Readonly<ReturnType<typeof agentForm>>;

export function agentForm(agent: ConsoleAgent) {
  return {
    full_name: agent.full_name,
    phone_number: agent.phone_number_formatted ?? '',
    country_code: agent.country_code === '' ? NO_COUNTRY : (agent.country_code ?? ''),
    time_zone: agent.time_zone,
    permissions: PERMISSIONS.filter((permission) =>
      agent.permissions.includes(permission),
    ) as readonly Permission[],
    supervised_team_ids: agent.supervised_team_ids as readonly number[] | null,
    is_app_only: agent.is_app_only,
    mobile_enabled: agent.mobile_enabled,
    do_not_disturb: agent.do_not_disturb,
    cap: formatLimit(agent.cap),
    active: agent.active,
    schedule: weekForm(agent.schedule),
    teams: agent.teams.map(({ team_id, priority_group }) => ({
      team_id,
      priority_group,
    })) as readonly Membership[],
  };
}

export type AgentProblems = {
  readonly [F in 'full_name' | 'cap' | 'teams' | 'supervised_team_ids']?: string;
};

const MAX_DAILY_CALLS = 100_000;

export function agentProblems(form: AgentForm): AgentProblems {
  const ids = form.teams.map(({ team_id }) => team_id);
  const isGroup = ({ priority_group: group }: Membership) =>
    Number.isInteger(group) && group >= 1 && group <= MAX_PRIORITY;
  const supervision = canBeLimited(form) ? supervisionProblem(form.supervised_team_ids) : null;
  return {
    ...(supervision !== null && { supervised_team_ids: supervision }),
    ...(form.full_name.trim() === '' && { full_name: t('problem.name') }),
    ...(parseLimit(form.cap, MAX_DAILY_CALLS) === undefined && { cap: t('problem.limit') }),
    ...(!form.teams.every(isGroup) && { teams: t('problem.priority', { max: MAX_PRIORITY }) }),
    ...(new Set(ids).size !== ids.length && { teams: t('problem.team.twice') }),
  };
}

function toCountryCode(chosen: string): string | null {
  if (chosen === '') return null;
  return chosen === NO_COUNTRY ? '' : chosen;
}

/** The changed fields in the API's format. Only for a form without problems. */
export function agentChange(changed: Partial<AgentForm>): AgentChange {
  return toChange<AgentForm, AgentChange>(changed, {
    full_name: (name) => ({ full_name: name.trim() }),
    country_code: (chosen) => ({ country_code: toCountryCode(chosen) }),
    cap: (text) => ({ cap: parseLimit(text, MAX_DAILY_CALLS) ?? null }),
    permissions: (permissions) => ({ permissions: [...permissions] }),
    // A user who doesn't supervise has no teams to choose.
    supervised_team_ids: (ids) => ({ supervised_team_ids: ids?.length ? [...ids] : null }),
    schedule: (week) => ({ schedule: toSchedule(week) }),
    teams: (teams) => ({ teams: [...teams] }),
  });
}
