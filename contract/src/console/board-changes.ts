/** A page's copies of the live board. Each server counts its own versions, so there is a copy per server. */
import type { Board, BoardChanges } from './board-entities.ts';

export interface BoardCopy {
  readonly version: string;
  readonly board: Board;
}

/** Servers behind one load balancer; a page that meets more gets whole boards more often. */
const MAX_COPIES = 8;

/** The part of a version that names the server and the viewer's board there. */
const sourceOf = (version: string) => version.slice(0, version.lastIndexOf('.'));

/** `since` of the next request. Empty without a copy, which also asks for a whole board. */
export function sinceCopies(copies: readonly BoardCopy[]): string {
  return copies.map(({ version }) => version).join(',');
}

/** @param copies those that the request named @returns the copies, newest first */
export function applyBoardChanges(
  copies: readonly BoardCopy[],
  changes: BoardChanges,
): readonly [BoardCopy, ...BoardCopy[]] {
  const { version, since } = changes;
  const base = copies.find((copy) => copy.version === since)?.board ?? null;
  const others = copies.filter((copy) => sourceOf(copy.version) !== sourceOf(version));
  return [{ version, board: changedBoard(base, changes) }, ...others.slice(0, MAX_COPIES - 1)];
}

function changedBoard(base: Board | null, changes: BoardChanges): Board {
  const { success, now, removed, agents } = changes;
  const changed = new Map(agents.map((agent) => [agent.id, agent]));
  const gone = new Set(removed);
  const kept = (base?.agents ?? []).flatMap((agent) => {
    if (gone.has(agent.id)) return [];
    const next = changed.get(agent.id) ?? agent;
    changed.delete(agent.id);
    return [next];
  });
  return {
    success,
    now,
    time_zone: changes.time_zone ?? base?.time_zone ?? 'UTC',
    agents: [...kept, ...changed.values()],
    teams: changes.teams ?? base?.teams ?? [],
    waiting: changes.waiting ?? base?.waiting ?? [],
    waiting_total: changes.waiting_total ?? base?.waiting_total ?? 0,
    scheduled_later: changes.scheduled_later ?? base?.scheduled_later,
    today: (changes.today ?? base?.today) as Board['today'],
    limits: changes.limits ?? base?.limits,
    own_call_id: changes.own_call_id,
    own_supervision: changes.own_supervision,
  };
}
