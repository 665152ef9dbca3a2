import type { Agent, CallerId, Team } from '@offhook/contract/agent/agent';
import type { OwnDay } from '@offhook/contract/agent/own-day';
import type { HistoryItem, MissingResult } from '@offhook/contract/calls/history';
import type { ParkedCall } from '@offhook/contract/calls/parked-call';
import { type ApiError, valueOrThrow } from '@offhook/contract/client/api-error';
import type { InputOf } from '@offhook/contract/client/client';
import type { Callback, CallbackOffer } from '@offhook/contract/leads/callbacks';
import type { LeadStory } from '@offhook/contract/leads/lead-story';
import { HISTORY_PAGE_SIZE, PRESENCE_LEASE_MS, RELOAD_INTERVAL_MS } from '@offhook/contract/limits';
import type { Requests } from '@offhook/contract/requests/all-requests';
import { usePageLocale } from '@offhook/design/use-page-locale';
import type { SavedLocale } from '@offhook/i18n/language-and-time';
import {
  keepPreviousData,
  QueryClient,
  QueryClientContext,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useContext, useEffect, useRef } from 'react';
import type { Api } from './adapters/server/api.ts';
import { ApiContext, ListChangesContext, type ListName } from './api-context.ts';
import type { CallableAnswer } from './core/forms/call-verdict.ts';
import type { AgentFilters } from './core/lists/agent-filters.ts';
import { type HistoryFilters, isFiltered } from './core/lists/history-rows.ts';
import { hasHadCall } from './core/screen/guide.ts';
import type { Conversation } from './core/screen/screen-state.ts';

export { ApiContext };

interface HistoryPage {
  readonly items: readonly HistoryItem[];
  /** Null: unknown. */
  readonly lastPage: number | null;
  readonly hasFilters: boolean;
}

/** @param changes refetches when this changes */
export function useHistory(
  page: number,
  filters: HistoryFilters,
  changes: number,
): UseQueryResult<HistoryPage, ApiError> {
  const query = useList({
    queryKey: ['history', page, filters, changes],
    request: async (api): Promise<HistoryPage> => {
      const response = valueOrThrow(
        await api.request('getHistory', {
          query: { limit: HISTORY_PAGE_SIZE, page, ...(isFiltered(filters) && filters) },
        }),
      );
      return {
        items: response.data,
        lastPage: response.last_page ?? null,
        hasFilters: response.filters === true,
      };
    },
    placeholderData: keepPreviousData,
  });
  useRefetchOnChange('ownCalls', query.refetch);
  return query;
}

/** The last response is kept while offline. Refetches when `changes` changes or `isOnline` becomes true. */
export function useMissingResults(
  userId: number | null,
  changes: string,
  isOnline: boolean,
): UseQueryResult<readonly MissingResult[], ApiError> {
  const query = useList({
    queryKey: ['missing-results', userId],
    request: async (api) => valueOrThrow(await api.request('getMissingResults', {})).data,
    enabled: userId !== null,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const { refetch } = query;
  const last = useRef({ changes, isOnline });
  useEffect(() => {
    const before = last.current;
    last.current = { changes, isOnline };
    if (before.changes !== changes || (isOnline && !before.isOnline)) void refetch();
  }, [changes, isOnline, refetch]);
  return query;
}

/** Whether the agent has had a call, for the first-day guide. */
export function useHasCalls(userId: number, enabled: boolean): UseQueryResult<boolean, ApiError> {
  return useList({
    queryKey: ['has-calls', userId],
    request: async (api) =>
      hasHadCall(valueOrThrow(await api.request('getHistory', { query: { limit: 50, page: 1 } })).data),
    enabled,
    gcTime: 0,
  });
}

/** Without realtime messages, the list is refetched every lease period. A server that offers none isn't asked again. */
export function useParkedCalls(
  userId: number | null,
  hasRealtime: boolean,
): UseQueryResult<readonly ParkedCall[], ApiError> {
  const query = useList({
    queryKey: ['parked-calls', userId],
    request: async (api) => valueOrThrow(await api.request('getParkedCalls', {})).data,
    enabled: userId !== null,
    refetchInterval: ({ state }) => (hasRealtime || state.error?.status === 404 ? false : PRESENCE_LEASE_MS),
  });
  useRefetchOnChange('parked', userId === null ? null : query.refetch);
  return query;
}

/** Refetched when a call ends, and when the waiting view opens. @param changes refetches when this changes */
export function useOwnDay(userId: number | null, changes: number): UseQueryResult<OwnDay, ApiError> {
  const query = useList({
    queryKey: ['own-day', userId, changes],
    request: async (api) => valueOrThrow(await api.request('getOwnDay', {})).day,
    enabled: userId !== null,
    placeholderData: keepPreviousData,
  });
  useRefetchOnChange('ownCalls', query.refetch);
  return query;
}

const STORY_RELOAD_INTERVAL_MS = 30_000;

/** The last response is kept after the call, when the server no longer answers. */
export function useLeadStory(conversation: Conversation | null): UseQueryResult<LeadStory, ApiError> {
  const { callUserId = 0, lead = null } = conversation ?? {};
  return useList({
    queryKey: ['lead-story', callUserId, lead?.id],
    request: async (api) =>
      valueOrThrow(await api.request('getLeadStory', { params: { id: callUserId } })).story,
    enabled: conversation !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    // The colleague who handed over the call may still be writing. After the call, the server answers 404.
    refetchInterval: ({ state }) =>
      conversation?.inviter && state.error === null ? STORY_RELOAD_INTERVAL_MS : false,
  });
}

/** False with an older server. */
export function isStoryKnown(error: ApiError | null): boolean {
  return error?.status !== 404;
}

/** Refetched every minute, because other devices and the server change them too. */
export function useCallbacks(isOnline: boolean): UseQueryResult<readonly Callback[], ApiError> {
  const query = useList({
    queryKey: ['callbacks'],
    request: async (api) => valueOrThrow(await api.request('getCallbacks', {})).data,
    enabled: isOnline,
    refetchInterval: 60_000,
  });
  useRefetchOnChange('ownCalls', query.refetch);
  return query;
}

/** A phone shows its call before the server knows that the agent has joined it. */
const JOINING_RETRIES = 20;

/** @param callId null while it rings */
export function useCallbackOffer(callId: number | null): UseQueryResult<CallbackOffer, ApiError> {
  const query = useList({
    queryKey: ['callback-offer', callId],
    request: async (api) =>
      valueOrThrow(await api.request('getCallbackOffer', { params: { id: callId ?? 0 } })).offer,
    enabled: callId !== null,
    gcTime: 0,
    refetchInterval: ({ state: { error, errorUpdateCount } }) =>
      error?.status === 403 && errorUpdateCount <= JOINING_RETRIES ? RELOAD_INTERVAL_MS : false,
    // The agent may look at the CRM.
    refetchIntervalInBackground: true,
  });
  useRefetchOnChange('ownCalls', callId === null ? null : query.refetch);
  return query;
}

type CallbackChange = InputOf<Requests['setCallback']>['body'];

export function useSetCallback(
  callId: number,
): UseMutationResult<{ callback: Callback }, ApiError, CallbackChange> {
  const { api, client } = useLists();
  return useMutation<{ callback: Callback }, ApiError, CallbackChange>(
    {
      mutationFn: async (body) =>
        valueOrThrow(await api.request('setCallback', { params: { id: callId }, body })),
      onSuccess: () => refetchCallbacks(client),
      retry: false,
    },
    client,
  );
}

export function useCancelCallback(): UseMutationResult<unknown, ApiError, number> {
  const { api, client } = useLists();
  return useMutation<unknown, ApiError, number>(
    {
      mutationFn: async (id) => valueOrThrow(await api.request('cancelCallback', { params: { id } })),
      onSuccess: () => {
        // After the call, the story can't be read again and would keep the canceled callback.
        client.setQueriesData<LeadStory>(
          { queryKey: ['lead-story'] },
          (story) => story && { ...story, next_call: null },
        );
        return refetchCallbacks(client);
      },
      retry: false,
    },
    client,
  );
}

async function refetchCallbacks(client: QueryClient): Promise<void> {
  const changed = [['callbacks'], ['callback-offer'], ['lead-story']];
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Empty if only 'Default' is available. */
export function useCallerIds(): UseQueryResult<readonly CallerId[], ApiError> {
  return useList({
    queryKey: ['callerids'],
    request: async (api) => valueOrThrow(await api.request('getCallerIds', {})),
  });
}

/** Refetched when a colleague's call starts, is answered or ends. */
export function useCallable(phoneNumber: string | null): UseQueryResult<CallableAnswer, ApiError> {
  const query = useList({
    queryKey: ['callable', phoneNumber],
    request: async (api) =>
      valueOrThrow(await api.request('getCallable', { query: { phone_number: phoneNumber ?? '' } })),
    enabled: phoneNumber !== null,
    gcTime: 0,
  });
  const fetchAgain = phoneNumber === null ? null : query.refetch;
  useRefetchOnChange('agents', fetchAgain);
  useRefetchOnChange('calls', fetchAgain);
  return query;
}

function noop(): void {}

type NewPassword = InputOf<Requests['changePassword']>['body'];

/** Kept out of the phone's state and events, which other tabs and the error log see. */
export function useChangePassword(): UseMutationResult<{ ended: number }, ApiError, NewPassword> {
  const { api, client } = useLists();
  return useMutation<{ ended: number }, ApiError, NewPassword>(
    {
      mutationFn: async (body) => valueOrThrow(await api.request('changePassword', { body })),
      gcTime: 0,
      retry: false,
    },
    client,
  );
}

/** Saves one after another, so that the last choice wins. */
export function useSetLocale(
  onSaved: (locale: SavedLocale) => void,
): UseMutationResult<unknown, ApiError, SavedLocale> {
  const { api, client } = useLists();
  return useMutation<unknown, ApiError, SavedLocale>(
    {
      mutationFn: async (body) => valueOrThrow(await api.request('setLocale', { body })),
      onSuccess: (_, locale) => onSaved(locale),
      scope: { id: 'locale' },
      retry: false,
    },
    client,
  );
}

export interface AgentPage {
  readonly agents: readonly Agent[];
  readonly lastPage: number;
}

/** A phone that went silent sends no event, so an open list is refetched every lease period. */
export function useAgents(filters: AgentFilters, shown: boolean): UseQueryResult<AgentPage, ApiError> {
  const { page, status, search, teamId } = filters;
  const query = useList({
    queryKey: ['agents', page, status, search, teamId],
    request: async (api): Promise<AgentPage> => {
      const query = { page, status, ...(search && { search }), ...(teamId !== null && { team_id: teamId }) };
      const response = valueOrThrow(await api.request('getAgents', { query }));
      return { agents: response.data, lastPage: response.meta.last_page };
    },
    enabled: shown,
    placeholderData: keepPreviousData,
    refetchInterval: PRESENCE_LEASE_MS,
  });
  useRefetchOnChange('agents', shown ? query.refetch : null);
  return query;
}

export function useTeams(): UseQueryResult<readonly Team[], ApiError> {
  const query = useList({
    queryKey: ['teams'],
    request: async (api) => valueOrThrow(await api.request('getTeams', {})).data,
    refetchInterval: PRESENCE_LEASE_MS,
  });
  useRefetchOnChange('agents', query.refetch);
  return query;
}

/** One cache per API, unless a QueryClientProvider provides one. */
const caches = new WeakMap<Api, QueryClient>();

function useLists(): { readonly api: Api; readonly client: QueryClient } {
  const api = useContext(ApiContext);
  if (!api) throw new Error('A component that shows a list must be inside <ApiContext>.');
  const provided = useContext(QueryClientContext);
  const client = provided ?? caches.get(api) ?? new QueryClient();
  if (!provided) caches.set(api, client);
  return { api, client };
}

interface List<T> extends Omit<UseQueryOptions<T, ApiError>, 'queryFn' | 'retry'> {
  readonly request: (api: Api) => Promise<T>;
}

/** Errors are shown immediately; the agent may retry. */
export function useList<T>({ request, ...options }: List<T>): UseQueryResult<T, ApiError> {
  const { api, client } = useLists();
  const query = useQuery<T, ApiError>({ ...options, queryFn: () => request(api), retry: false }, client);
  useRefetchInLocale(options.enabled === false ? noop : query.refetch);
  return query;
}

/** Responses contain texts and times in the language and formats of their request. */
function useRefetchInLocale(fetchAgain: () => unknown): void {
  const locale = usePageLocale();
  const shown = useRef(locale);
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    fetchAgain();
  }, [locale, fetchAgain]);
}

/** @param fetchAgain null while the list is closed */
function useRefetchOnChange(list: ListName, fetchAgain: (() => unknown) | null): void {
  const changes = useContext(ListChangesContext);
  useEffect(() => {
    if (!changes || fetchAgain === null) return;
    const leave = list === 'ownCalls' || list === 'parked' ? noop : changes.account.add();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = changes.listen((which) => {
      if (which !== list || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        fetchAgain();
      }, RELOAD_INTERVAL_MS);
    });
    return () => {
      stop();
      leave();
      if (timer !== null) clearTimeout(timer);
    };
  }, [changes, list, fetchAgain]);
}
