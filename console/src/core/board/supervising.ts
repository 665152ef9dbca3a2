import type { Board } from '@offhook/contract/console/board-entities';
import { canSupervise, type SuperviseAction, type Supervisor } from '@offhook/contract/permissions';
import { t } from '@offhook/i18n/console';
import type { Tile } from './board-rows.ts';

const ACTIONS: readonly SuperviseAction[] = ['listen', 'whisper', 'barge'];

/**
 * What a supervisor can do with a tile's call. In wrap-up there is no call left.
 * @param ownCallId a supervisor can't join a second call
 */
export function tileActions(
  user: Supervisor,
  { id, state, call_id }: Pick<Tile, 'id' | 'state' | 'call_id'>,
  ownCallId: number | null = null,
): readonly SuperviseAction[] {
  if (ownCallId !== null || (state !== 'oncall' && state !== 'held')) return [];
  const agent = { id, account_id: user.account_id, on_call_id: call_id };
  return ACTIONS.filter((action) => canSupervise(user, action, agent));
}

/** A team's board needn't have the supervisor; a server of the previous version names only the agents' calls. */
export function ownCall({ own_call_id, agents }: Pick<Board, 'own_call_id' | 'agents'>, userId: number) {
  if (own_call_id !== undefined) return own_call_id;
  return agents.find(({ id }) => id === userId)?.call_id ?? null;
}

/** The call goes to the supervisor's phone, not to this page. */
export function joiningText(action: SuperviseAction, agent: string): string {
  return t(`board.joining.${action}`, { name: agent });
}
