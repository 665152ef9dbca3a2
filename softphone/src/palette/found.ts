/** What the command palette searches for on the server. Loaded with it. */

import type { Agent, Team } from '@offhook/contract/agent/agent';
import type { HistoryItem } from '@offhook/contract/calls/history';
import { type ApiError, valueOrThrow } from '@offhook/contract/client/api-error';
import type { FoundLead } from '@offhook/contract/leads/lead-search';
import { LEAD_SEARCH_MIN_LENGTH } from '@offhook/contract/leads/lead-search';
import { HISTORY_PAGE_SIZE } from '@offhook/contract/limits';
import { isFoundBy } from '@offhook/design/palette/palette-entries';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Api } from '../adapters/server/api.ts';
import { availableFirst } from '../core/lists/found-people.ts';
import { useList } from '../queries.ts';

/** People in the command palette; leads of the agent's own history come in addition to these. */
const MAX_FOUND = 8;

/** Colleagues for the command palette. An empty text finds none. */
export function useFoundPeople(search: string): UseQueryResult<readonly Agent[], ApiError> {
  return useList({
    queryKey: ['found-people', search],
    request: async (api) =>
      availableFirst(
        valueOrThrow(await api.request('getAgents', { query: { search, status: 'all' } })).data,
      ).slice(0, MAX_FOUND),
    enabled: search.length >= LEAD_SEARCH_MIN_LENGTH,
  });
}

/** Teams with names like this, for the command palette. */
export function useFoundTeams(search: string): UseQueryResult<readonly Team[], ApiError> {
  return useList({
    queryKey: ['teams'],
    request: async (api) => valueOrThrow(await api.request('getTeams', {})).data,
    select: (teams: readonly Team[]) =>
      teams.filter(({ name }) => isFoundBy(name, search)).slice(0, MAX_FOUND),
    enabled: search.length >= LEAD_SEARCH_MIN_LENGTH,
  });
}

/** Leads that the agent has talked to or called, for the command palette. */
export function useOwnLeads(search: string): UseQueryResult<readonly HistoryItem[], ApiError> {
  return useList({
    queryKey: ['own-leads', search],
    request: async (api) => {
      const response = valueOrThrow(
        await api.request('getHistory', { query: { limit: HISTORY_PAGE_SIZE, search } }),
      );
      // An older server answers with the newest calls.
      return response.filters === true ? response.data : [];
    },
    enabled: search.length >= LEAD_SEARCH_MIN_LENGTH,
  });
}

/** Servers that offer no search of leads aren't asked again. */
const withoutLeadSearch = new WeakSet<Api>();

/** Leads that the agent's teams may call or have called, for the command palette. */
export function useFoundLeads(search: string): UseQueryResult<readonly FoundLead[], ApiError> {
  return useList({
    queryKey: ['found-leads', search],
    request: async (api) => {
      if (withoutLeadSearch.has(api)) return [];
      const answer = await api.request('findLeads', { query: { search, limit: MAX_FOUND } });
      if (answer.ok || answer.status !== 404) return valueOrThrow(answer).data;
      withoutLeadSearch.add(api);
      return [];
    },
    enabled: search.length >= LEAD_SEARCH_MIN_LENGTH,
  });
}
