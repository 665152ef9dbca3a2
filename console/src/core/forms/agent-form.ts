/** An agent as their page edits them. */
import type { AgentChange, ConsoleAgent } from '@offhook/contract/console/console-entities';
import { PERMISSIONS, type Permission } from '@offhook/contract/permissions';
import { type WeekForm, weekForm, weekWish } from '../schedule/week-form.ts';

export interface Membership {
  readonly team_id: number;
  readonly priority_group: number;
}

/** Chosen for an agent without a country, where an empty choice is the account's. */
export const NO_COUNTRY = 'none';

export interface AgentForm {
  readonly full_name: string;
  readonly phone_number: string;
  readonly country_code: string;
  readonly time_zone: string;
  readonly permissions: readonly Permission[];
  readonly is_app_only: boolean;
  readonly mobile_enabled: boolean;
  readonly do_not_disturb: boolean;
  readonly cap: string;
  readonly active: boolean;
  readonly schedule: WeekForm;
  readonly teams: readonly Membership[];
  readonly [field: string]: unknown;
}

export function agentForm(agent: ConsoleAgent): AgentForm {
  return {
    full_name: agent.full_name,
    phone_number: agent.phone_number_formatted ?? '',
    country_code: agent.country_code === '' ? NO_COUNTRY : (agent.country_code ?? ''),
    time_zone: agent.time_zone,
    permissions: PERMISSIONS.filter((permission) => agent.permissions.includes(permission)),
    is_app_only: agent.is_app_only,
    mobile_enabled: agent.mobile_enabled,
    do_not_disturb: agent.do_not_disturb,
    cap: agent.cap === null ? '' : String(agent.cap),
    active: agent.active,
    schedule: weekForm(agent.schedule),
    teams: agent.teams.map(({ team_id, priority_group }) => ({ team_id, priority_group })),
  };
}

/** In the order of the contract's table, so that what was switched off and on again is no change. */
export function withPermission(
  held: readonly Permission[],
  permission: Permission,
  on: boolean,
): readonly Permission[] {
  return PERMISSIONS.filter((one) => (one === permission ? on : held.includes(one)));
}

export type AgentProblems = { readonly [F in 'full_name' | 'cap' | 'teams']?: string };

const MOST_CALLS = 100_000;
const MOST_GROUP = 99;

/** What cannot be saved so, by field. */
export function agentProblems(form: AgentForm): AgentProblems {
  const ids = form.teams.map(({ team_id }) => team_id);
  const isGroup = ({ priority_group: group }: Membership) =>
    Number.isInteger(group) && group >= 1 && group <= MOST_GROUP;
  return {
    ...(form.full_name.trim() === '' && { full_name: 'An agent needs a name.' }),
    ...(readCap(form.cap) === undefined && { cap: 'A whole number of calls, or nothing for no limit.' }),
    ...(!form.teams.every(isGroup) && { teams: `A priority is a whole number from 1 to ${MOST_GROUP}.` }),
    ...(new Set(ids).size !== ids.length && { teams: 'Each team once.' }),
  };
}

/** null: no limit; undefined: no number. */
function readCap(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const value = /^\d+$/.test(trimmed) ? Number(trimmed) : 0;
  return value >= 1 && value <= MOST_CALLS ? value : undefined;
}

function countryWish(chosen: string): string | null {
  if (chosen === '') return null;
  return chosen === NO_COUNTRY ? '' : chosen;
}

/** The fields that differ, as the API takes them; only of a form without problems. */
export function agentChange(changed: Partial<AgentForm>): AgentChange {
  const { schedule, cap, country_code, permissions, teams, full_name } = changed;
  const { phone_number, time_zone, is_app_only, mobile_enabled, do_not_disturb, active } = changed;
  return {
    ...(full_name !== undefined && { full_name: full_name.trim() }),
    ...(phone_number !== undefined && { phone_number }),
    ...(time_zone !== undefined && { time_zone }),
    ...(is_app_only !== undefined && { is_app_only }),
    ...(mobile_enabled !== undefined && { mobile_enabled }),
    ...(do_not_disturb !== undefined && { do_not_disturb }),
    ...(active !== undefined && { active }),
    ...(country_code !== undefined && { country_code: countryWish(country_code) }),
    ...(cap !== undefined && { cap: readCap(cap) ?? null }),
    ...(permissions !== undefined && { permissions: [...permissions] }),
    ...(schedule !== undefined && { schedule: weekWish(schedule) }),
    ...(teams !== undefined && { teams: teams.map((team) => ({ ...team })) }),
  };
}
