/** What pages show is fetched by name of the contract's table, kept while they are open, and told anew when it changed. */
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

export type { RequestAnswer as AskAnswer, RequestInput as AskInput };

/** Without the realtime channel; with it, for what changes by the clock alone. */
const REFETCH_MS = 10_000;
const REFETCH_LIVE_MS = 30_000;

interface Options {
  /**
   * Asked again when the account's channel says that something changed, and now and then by itself; `settings`: that
   * an administrator changed something.
   */
  readonly live?: boolean | 'settings';
  readonly enabled?: boolean;
}

/** One request that reads. What showed before stays in `data` while the next answer comes. */
export function useApiQuery<N extends RequestName>(
  name: N,
  input: RequestInput<N>,
  { live = false, enabled = true }: Options = {},
): UseQueryResult<RequestAnswer<N>, ApiError> {
  const { api, changes, settings, clock, freshness } = useConsole();
  const query = useQuery<RequestAnswer<N>, ApiError>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      const answer = valueOrThrow(await api.ask(name, { ...input, signal }));
      if (live) freshness.send({ type: 'updated', at: clock.read() });
      return answer;
    },
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: live ? () => (changes.isLive() ? REFETCH_LIVE_MS : REFETCH_MS) : false,
  });
  const { refetch } = query;
  useEffect(() => {
    if (!live) return;
    const invalidate = () => void refetch();
    // What an administrator changed concerns every page that is live.
    const stops = [settings.listen(invalidate), ...(live === 'settings' ? [] : [changes.listen(invalidate)])];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, changes, settings, refetch]);
  return query;
}

/** Somebody else was quicker: what the page shows is old. */
const CONFLICT = 409;

/** One request that changes something; afterwards everything that is named in `outdates` is asked for again. */
export function useApiMutation<N extends RequestName>(
  name: N,
  invalidates: readonly RequestName[] = [],
): UseMutationResult<RequestAnswer<N>, ApiError, RequestInput<N>> {
  const { api } = useConsole();
  const client = useQueryClient();
  const again = async () => {
    await Promise.all(invalidates.map((outdated) => client.invalidateQueries({ queryKey: [outdated] })));
  };
  return useMutation<RequestAnswer<N>, ApiError, RequestInput<N>>({
    mutationFn: async (input) => valueOrThrow(await api.ask(name, input)),
    onSuccess: again,
    onError: async ({ status }) => {
      if (status === CONFLICT) await again();
    },
    retry: false,
  });
}
