/** Hooks for the requests in the contract's table, with refetching. */
import { type ApiError, valueOrThrow } from '@offhook/contract/client/api-error';
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RequestAnswer, RequestInput, RequestName } from './adapters/api.ts';

import { useConsole } from './console-context.ts';

export type { RequestAnswer, RequestInput };

/** With the realtime channel connected, only time-based changes need polling. */
const REFETCH_MS = 10_000;
const REFETCH_LIVE_MS = 30_000;

interface Options {
  /** Refetches on events of the account's channel, and at an interval. `settings`: only on changes of settings. */
  readonly live?: boolean | 'settings';
  readonly enabled?: boolean;
}

/** A request that reads. The previous answer stays in `data` while the next one loads. */
export function useApiQuery<N extends RequestName>(
  name: N,
  input: RequestInput<N>,
  { live = false, enabled = true }: Options = {},
): UseQueryResult<RequestAnswer<N>, ApiError> {
  const { api, changes, settings, clock, freshness } = useConsole();
  const query = useQuery<RequestAnswer<N>, ApiError>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      const answer = valueOrThrow(await api.request(name, { ...input, signal }));
      if (live) freshness.send({ type: 'updated', at: clock.read() });
      return answer;
    },
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: live
      ? () => ((live === 'settings' ? settings : changes).isLive() ? REFETCH_LIVE_MS : REFETCH_MS)
      : false,
  });
  const { refetch } = query;
  useEffect(() => {
    if (!live) return;
    const invalidate = () => void refetch();
    // Settings concern every live page.
    const stops = [settings.listen(invalidate), ...(live === 'settings' ? [] : [changes.listen(invalidate)])];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, changes, settings, refetch]);
  return query;
}

const CONFLICT = 409;

interface RetryOptions {
  readonly shouldRetry?: (failures: number, error: ApiError) => boolean;
  readonly retryDelayMs?: number;
}

/** A request that changes something, and the requests to invalidate afterwards. */
export function useApiMutation<N extends RequestName>(
  name: N,
  invalidates: readonly RequestName[] = [],
  { shouldRetry = () => false, retryDelayMs = 0 }: RetryOptions = {},
): UseMutationResult<RequestAnswer<N>, ApiError, RequestInput<N>> {
  const { api } = useConsole();
  const client = useQueryClient();
  const invalidate = async () => {
    await Promise.all(invalidates.map((outdated) => client.invalidateQueries({ queryKey: [outdated] })));
  };
  return useMutation<RequestAnswer<N>, ApiError, RequestInput<N>>({
    mutationFn: async (input) => valueOrThrow(await api.request(name, input)),
    onSuccess: invalidate,
    onError: async ({ status }) => {
      if (status === CONFLICT) await invalidate();
    },
    retry: shouldRetry,
    retryDelay: retryDelayMs,
  });
}
