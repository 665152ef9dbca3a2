import type { BoardAgent } from '@offhook/contract/console/board-entities';
import type { Tile } from '../../../core/board/board-rows.ts';
import { toMs } from '../../../moments.ts';

const tiles = new WeakMap<BoardAgent, Tile>();

/** Without supervisors who take no calls. */
export const toTiles = (agents: readonly BoardAgent[]): Tile[] =>
  agents.filter(({ is_agent }) => is_agent).map(toTile);

/** The same tile for the same agent, so that only changed agents render again. */
function toTile(agent: BoardAgent): Tile {
  const known = tiles.get(agent);
  if (known) return known;
  const { since, wrap_up_ends_at, ...rest } = agent;
  const tile: Tile = { ...rest, since: toMs(since), wrapUpEndsAt: toMs(wrap_up_ends_at) };
  tiles.set(agent, tile);
  return tile;
}
