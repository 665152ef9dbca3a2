import { createHash, randomBytes } from 'node:crypto';
import { supervisedTeams } from '@offhook/contract/accounts/permissions';
import type { Board, BoardChanges } from '@offhook/contract/console/board-entities';
import { RELOAD_INTERVAL_MS } from '@offhook/contract/limits';
import type { DatabaseAndClock } from '../platform/database/query-time.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { SignedInUser } from '../platform/http/caller.ts';
import { formatPhoneNumber } from '../platform/phone-numbers/phone-numbers.ts';
import { createSharedRuns } from '../platform/process/shared-runs.ts';
import { createBoardReader } from './board-reading.ts';
import { changesSince, nextBoard, teamsKey, type VersionedBoard } from './core/board-versions.ts';

/** Longer than the pages' longest interval between reads. */
const KEPT_MS = 120_000;

export interface Boards {
  read(user: SignedInUser, teamId: number | null): Promise<Board>;
  /** @param since versions of earlier answers; undefined for the whole board, which may be a second old */
  readChanges(
    user: SignedInUser,
    teamId: number | null,
    since: readonly string[] | undefined,
  ): Promise<BoardChanges>;
}

/** Many teams would make versions too long for a request. */
const digest = (teamIds: readonly number[]): string =>
  `-${createHash('sha256').update(teamsKey(teamIds)).digest('base64url').slice(0, 12)}`;

/** All viewers of an account share one board per server, which is read at most once per `everyMs`. */
export function createBoards(deps: DatabaseAndClock, everyMs = RELOAD_INTERVAL_MS): Boards {
  const readBoard = createBoardReader(deps);
  const shared = new Map<number, ReturnType<typeof shareBoard>>();

  function shareBoard(accountId: number) {
    let board: VersionedBoard | null = null;
    const runs = createSharedRuns<string>(everyMs, async (keys) => {
      board = nextBoard(board, await readBoard(accountId, keys));
    });
    return {
      /** Versions of other servers, accounts and earlier boards don't match. */
      name: randomBytes(9).toString('base64url'),
      usedAt: performance.now(),
      /** @param mayBeOld accepts the last read, if it was less than an interval ago */
      async read(key: string, mayBeOld: boolean): Promise<VersionedBoard> {
        const isRecent = board?.lists.get(key)?.readIn === board?.version && runs.sinceStartMs() < everyMs;
        if (board === null || !isRecent || !mayBeOld) await runs.ask(key);
        if (board === null) throw new ApiError('notFound');
        return board;
      },
    };
  }

  function boardOf(accountId: number) {
    const now = performance.now();
    for (const [id, { usedAt }] of shared) if (now - usedAt > KEPT_MS) shared.delete(id);
    const found = shared.get(accountId) ?? shareBoard(accountId);
    found.usedAt = now;
    shared.set(accountId, found);
    return found;
  }

  async function readChanges(
    user: SignedInUser,
    teamId: number | null,
    since: readonly string[] | undefined,
  ): Promise<BoardChanges> {
    const { id, account_id, country_code } = user;
    const supervised = supervisedTeams(user);
    if (teamId !== null && supervised?.includes(teamId) === false) throw new ApiError('notFound');
    const view = { teamIds: teamId === null ? supervised : [teamId], supervised };
    const account = boardOf(account_id);
    const board = await account.read(teamsKey(view.teamIds), since === undefined);
    // The viewer's formats and teams are part of the version, because they're part of the board.
    const source = `${account.name}-${country_code}-${teamId ?? ''}${supervised ? digest(supervised) : ''}.`;
    const base = since?.find((version) => version.startsWith(source)) ?? null;
    const known = base === null ? null : Number(base.slice(source.length));
    const isKnown = known !== null && known <= board.version;
    const changes = changesSince(board, view, isKnown ? known : null, (phoneNumber) =>
      formatPhoneNumber(phoneNumber, country_code),
    );
    if (changes === null) throw new ApiError('notFound');
    return {
      ...changes,
      version: `${source}${board.version}`,
      since: isKnown ? base : null,
      own_call_id: board.agents.get(id)?.value.call_id ?? null,
      own_supervision: board.agents.get(id)?.value.supervises ?? null,
    };
  }

  return {
    readChanges,
    async read(user, teamId) {
      const {
        version: _version,
        since: _since,
        removed: _removed,
        ...board
      } = await readChanges(user, teamId, []);
      return board as Board;
    },
  };
}
