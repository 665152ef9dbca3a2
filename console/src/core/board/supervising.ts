import {
  canSupervise,
  SUPERVISE_ACTIONS,
  type SuperviseAction,
  type Supervisor,
} from '@offhook/contract/accounts/permissions';
import type { Board } from '@offhook/contract/console/board-entities';
import { t } from '@offhook/i18n/console';
import type { Tile } from './board-rows.ts';

/** Of the supervisor who watches the board. */
export interface OwnCall {
  readonly id: number;
  /** null: their own conversation. */
  readonly supervision: SuperviseAction | null;
}

/**
 * What a supervisor can do with a tile's call. In wrap-up there is no call left. A supervisor can't join a second
 * call, but can change who hears them in the call that they supervise.
 */
export function tileActions(
  user: Supervisor,
  { id, state, call_id, team_ids }: Pick<Tile, 'id' | 'state' | 'call_id' | 'team_ids'>,
  own: OwnCall | null = null,
): readonly SuperviseAction[] {
  if (state !== 'oncall' && state !== 'held') return [];
  if (own !== null && (own.supervision === null || own.id !== call_id)) return [];
  const agent = { id, account_id: user.account_id, on_call_id: call_id, team_ids };
  return SUPERVISE_ACTIONS.filter(
    (action) => action !== own?.supervision && canSupervise(user, action, agent),
  );
}

/** A team's board needn't have the supervisor; a server of the previous version names only the agents' calls. */
export function ownCall(
  { own_call_id, own_supervision = null, agents }: Pick<Board, 'own_call_id' | 'own_supervision' | 'agents'>,
  userId: number,
): OwnCall | null {
  const id = own_call_id ?? (own_call_id === null ? null : agents.find(({ id }) => id === userId)?.call_id);
  return id == null ? null : { id, supervision: own_supervision };
}

/** Whether the supervisor's phone has joined. It still rings while they have the call but don't supervise it. */
export function hasJoined(
  board: Pick<Board, 'own_supervision'>,
  own: OwnCall | null,
  callId: number,
): boolean {
  // An earlier server sends no supervision.
  return own?.id === callId && board.own_supervision !== null;
}

/** The call goes to the supervisor's phone, not to this page. */
export function joiningText(action: SuperviseAction, agent: string): string {
  return t(`board.joining.${action}`, { name: agent });
}
