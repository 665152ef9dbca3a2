/** Colleagues and teams in the command palette. Choosing one opens a panel whose list shows it. */

import type { Agent } from '@offhook/contract/agent/agent';
import {
  DEFAULT_STATUS_FILTER,
  passesFilter,
  type StatusFilter,
} from '@offhook/contract/agent/status-filter';

/** What the list of Transfer or Conference shows first. */
export interface PeopleSearch {
  readonly search: string;
  readonly status: StatusFilter;
  readonly toTeam: boolean;
}

export const ALL_PEOPLE: PeopleSearch = { search: '', status: DEFAULT_STATUS_FILTER, toTeam: false };

export const TO_TEAMS: PeopleSearch = { ...ALL_PEOPLE, toTeam: true };

export function searchFor(agent: Agent): PeopleSearch {
  const narrow = (['online', 'oncall'] as const).find((status) => passesFilter(agent, status));
  return { ...ALL_PEOPLE, search: agent.full_name, status: narrow ?? 'all' };
}

/** Those who can take a call now come first. */
export function availableFirst(agents: readonly Agent[]): readonly Agent[] {
  const isAvailable = (agent: Agent) => passesFilter(agent, 'online');
  return [...agents.filter(isAvailable), ...agents.filter((agent) => !isAvailable(agent))];
}
