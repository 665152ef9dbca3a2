/** Hooks for the requests in the contract's table, with refetching. */
import { type ApiError, valueOrThrow } from '@offhook/contract/client/api-error';
import { applyBoardChanges, sinceCopies } from '@offhook/contract/console/board-changes';
import type { Board } from '@offhook/contract/console/board-entities';
import { localeChangeCount } from '@offhook/i18n/page-locale';
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RequestAnswer, RequestInput, RequestName } from './adapters/api.ts';

import { useConsole } from './console-context.ts';

export type { RequestAnswer, RequestInput };

/** With the realtime channel connected, only time-based changes need polling. */
const REFETCH_MS = 10_000;
const REFETCH_LIVE_MS = 30_000;

interface Options {
  /**
   * Refetches on events of the account's channel, and at an interval. `settings`: only on changes of settings. `paced`: the
   * server decides how often it answers.
   */
  readonly live?: boolean | 'settings' | 'paced';
  readonly enabled?: boolean;
}

/** A request that reads. The previous answer stays in `data` while the next one loads. */
export function useApiQuery<N extends RequestName>(
  name: N,
  input: RequestInput<N>,
  options: Options = {},
): UseQueryResult<RequestAnswer<N>, ApiError> {
  const { api } = useConsole();
  return useRead(
    [name, input],
    async (signal) => valueOrThrow(await api.request(name, { ...input, signal })),
    options,
  );
}

function useRead<T, Shown = T>(
  queryKey: readonly unknown[],
  read: (signal: AbortSignal) => Promise<T>,
  { live = false, enabled = true }: Options,
  select?: (answer: T) => Shown,
): UseQueryResult<Shown, ApiError> {
  const { changes, settings, clock, freshness } = useConsole();
  const query = useQuery<T, ApiError, Shown>({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await read(signal);
      if (live) freshness.send({ type: 'updated', at: clock.read() });
      return answer;
    },
    enabled,
    ...(select ? { select, structuralSharing: false } : {}),
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: live
      ? () => ((live === 'settings' ? settings : changes).isLive() ? REFETCH_LIVE_MS : REFETCH_MS)
      : false,
  });
  const { refetch, isFetching } = query;
  const fetching = useRef(isFetching);
  const isOutdated = useRef(false);
  useEffect(() => {
    fetching.current = isFetching;
    if (isFetching || !isOutdated.current) return;
    isOutdated.current = false;
    void refetch({ cancelRefetch: false });
  }, [isFetching, refetch]);
  useEffect(() => {
    if (!live) return;
    // A request under way isn't canceled: while changes arrive faster than answers, none would be shown.
    const invalidate = () => {
      if (fetching.current) isOutdated.current = true;
      else void refetch();
    };
    // Settings concern every live page.
    const stops = [settings.listen(invalidate)];
    if (live !== 'settings')
      stops.push(live === 'paced' ? changes.listenToEach(invalidate) : changes.listen(invalidate));
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, changes, settings, refetch]);
  return query;
}

interface BoardState {
  readonly copies: ReturnType<typeof applyBoardChanges>;
  /** Texts in the copies are in the language of this count. */
  readonly localeChanges: number;
}

const shownBoard = ({ copies }: BoardState): Board => copies[0].board;

const NOT_FOUND = 404;

/** The live board. Each read fetches only what changed. */
export function useBoard(
  teamId: number | '',
  options: Options = { live: 'paced' },
): UseQueryResult<Board, ApiError> {
  const { api } = useConsole();
  const client = useQueryClient();
  const team = { team_id: teamId };
  const queryKey = ['readBoardChanges', team];

  async function read(signal: AbortSignal): Promise<BoardState> {
    const localeChanges = localeChangeCount();
    const before = client.getQueryData<BoardState>(queryKey);
    const copies = before?.localeChanges === localeChanges ? before.copies : [];
    const since = before && sinceCopies(copies);
    const query = since === undefined ? team : { ...team, since };
    const answer = await api.request('readBoardChanges', { query, signal });
    // A server of the previous version has only whole boards.
    if (!answer.ok && answer.status === NOT_FOUND) {
      const board = valueOrThrow(await api.request('readBoard', { query: team, signal }));
      return { localeChanges, copies: [{ version: '', board }] };
    }
    return { localeChanges, copies: applyBoardChanges(copies, valueOrThrow(answer)) };
  }

  const state = useRead(queryKey, read, options, shownBoard);
  const { refetch } = state;
  // The first answer can be a second old.
  const isLoaded = state.isSuccess && !state.isPlaceholderData;
  useEffect(() => {
    if (isLoaded) void refetch({ cancelRefetch: false });
  }, [isLoaded, refetch]);
  return state;
}

const CONFLICT = 409;

interface RetryOptions {
  readonly shouldRetry?: (failures: number, error: ApiError) => boolean;
  readonly retryDelayMs?: number;
  /** Before each attempt. */
  readonly prepare?: () => Promise<void>;
}

/** A request that changes something, and the requests to invalidate afterwards. */
export function useApiMutation<N extends RequestName>(
  name: N,
  invalidates: readonly RequestName[] = [],
  { shouldRetry = () => false, retryDelayMs = 0, prepare }: RetryOptions = {},
): UseMutationResult<RequestAnswer<N>, ApiError, RequestInput<N>> {
  const { api } = useConsole();
  const client = useQueryClient();
  const invalidate = async () => {
    await Promise.all(invalidates.map((outdated) => client.invalidateQueries({ queryKey: [outdated] })));
  };
  return useMutation<RequestAnswer<N>, ApiError, RequestInput<N>>({
    mutationFn: async (input) => {
      await prepare?.();
      return valueOrThrow(await api.request(name, input));
    },
    onSuccess: invalidate,
    onError: async ({ status }) => {
      if (status === CONFLICT) await invalidate();
    },
    retry: shouldRetry,
    retryDelay: retryDelayMs,
  });
}
