/** What the command palette finds on the board. The board itself acts, as for its buttons. */

import type { SuperviseAction, Supervisor } from '@offhook/contract/accounts/permissions';
import type { Board } from '@offhook/contract/console/board-entities';
import { isFoundBy } from '@offhook/design/palette/palette-entries';
import { t } from '@offhook/i18n/console';
import { stateName, type Tile } from '../../core/board/board-rows.ts';
import { agentStatusText } from '../../core/board/status-text.ts';
import { ownCall, tileActions } from '../../core/board/supervising.ts';

/** Travels with the navigation to the board. */
export interface BoardCommand {
  readonly agent: Pick<Tile, 'call_id' | 'full_name'>;
  /** Null: only to show the agent. */
  readonly action: SuperviseAction | null;
}

export interface FoundOnBoard {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly command: BoardCommand;
}

/** Those who have a tile. */
export function agentsOnBoard({ agents }: Board, search: string): readonly FoundOnBoard[] {
  return agents
    .filter(({ full_name, is_agent }) => is_agent && isFoundBy(full_name, search))
    .map(({ id, full_name, call_id, state, status }) => ({
      id: `agent ${id}`,
      name: full_name,
      detail: status && state === 'unavailable' ? agentStatusText(status) : stateName(state),
      command: { agent: { call_id, full_name }, action: null },
    }));
}

/** Found by the agent's name, by the action or by both. */
export function actionsOnBoard(user: Supervisor, board: Board, search: string): readonly FoundOnBoard[] {
  const ownCallId = ownCall(board, user.id);
  return board.agents
    .flatMap((agent) =>
      tileActions(user, agent, ownCallId).map((action) => ({
        id: `${action} ${agent.id}`,
        name: t('palette.supervise', { action: t(`board.action.${action}`), name: agent.full_name }),
        detail: agent.with ?? '',
        command: { agent: { call_id: agent.call_id, full_name: agent.full_name }, action },
      })),
    )
    .filter(({ name }) => isFoundBy(name, search));
}
