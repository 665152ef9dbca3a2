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
import type { AskAnswer, AskInput, AskName } from './adapters/api.ts';

import { useConsole } from './console-context.ts';

export type { AskAnswer, AskInput };

/** Without the realtime channel; with it, for what changes by the clock alone. */
const ASK_AGAIN_MS = 10_000;
const ASK_AGAIN_LIVE_MS = 30_000;

interface Options {
  /**
   * Asked again when the account's channel says that something changed, and now and then by itself; `settings`: that
   * an administrator changed something.
   */
  readonly live?: boolean | 'settings';
  readonly enabled?: boolean;
}

/** One request that reads. What showed before stays in `data` while the next answer comes. */
export function useAsk<N extends AskName>(
  name: N,
  input: AskInput<N>,
  { live = false, enabled = true }: Options = {},
): UseQueryResult<AskAnswer<N>, ApiError> {
  const { api, changes, settings, clock, freshness } = useConsole();
  const query = useQuery<AskAnswer<N>, ApiError>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => {
      const answer = valueOrThrow(await api.ask(name, { ...input, signal }));
      if (live) freshness.send({ type: 'updated', at: clock.read() });
      return answer;
    },
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: live ? () => (changes.isLive() ? ASK_AGAIN_LIVE_MS : ASK_AGAIN_MS) : false,
  });
  const { refetch } = query;
  useEffect(() => {
    if (!live) return;
    const again = () => void refetch();
    // What an administrator changed concerns every page that is live.
    const stops = [settings.listen(again), ...(live === 'settings' ? [] : [changes.listen(again)])];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, changes, settings, refetch]);
  return query;
}

/** Somebody else was quicker: what the page shows is old. */
const CHANGED_MEANWHILE = 409;

/** One request that changes something; afterwards everything that is named in `outdates` is asked for again. */
export function useTell<N extends AskName>(
  name: N,
  outdates: readonly AskName[] = [],
): UseMutationResult<AskAnswer<N>, ApiError, AskInput<N>> {
  const { api } = useConsole();
  const client = useQueryClient();
  const again = async () => {
    await Promise.all(outdates.map((outdated) => client.invalidateQueries({ queryKey: [outdated] })));
  };
  return useMutation<AskAnswer<N>, ApiError, AskInput<N>>({
    mutationFn: async (input) => valueOrThrow(await api.ask(name, input)),
    onSuccess: again,
    onError: async ({ status }) => {
      if (status === CHANGED_MEANWHILE) await again();
    },
    retry: false,
  });
}
