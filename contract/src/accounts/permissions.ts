// The phone hides controls, and the server rejects requests, by the same predicates.

export const PERMISSIONS = [
  'app-sms',
  'app-retry',
  'app-autoaccept',
  'listen',
  'whisper',
  'barge',
  'admin',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

interface Holder {
  readonly permissions: readonly string[];
}

interface Watcher extends Holder {
  /** Missing or null: the whole account. */
  readonly supervised_team_ids?: readonly number[] | null | undefined;
}

export function hasPermission(user: Holder, permission: Permission): boolean {
  return user.permissions.includes(permission);
}

export function mayText(user: Holder, lead: { readonly phone_number: string | null } | null): boolean {
  return hasPermission(user, 'app-sms') && Boolean(lead?.phone_number);
}

export function isSupervisor(user: Holder): boolean {
  return hasPermission(user, 'listen') || hasPermission(user, 'whisper') || hasPermission(user, 'barge');
}

/** Also decides who sees the Conference panel. */
export function mayStartConference(user: Holder): boolean {
  return isSupervisor(user);
}

/** The board, calls, recordings and leads of the teams that the user supervises. */
export function mayWatch(user: Holder): boolean {
  return isSupervisor(user) || hasPermission(user, 'admin');
}

/** null: the whole account. Administrators are never limited. */
export function supervisedTeams(user: Watcher): readonly number[] | null {
  return hasPermission(user, 'admin') ? null : (user.supervised_team_ids ?? null);
}

/**
 * The one rule for everything that a supervisor reaches. An agent belongs to their teams; a call to its team and to the
 * teams of its agent; a lead to its team, or to the default team if it has none.
 */
export function supervises(user: Watcher, teamIds: readonly (number | null)[]): boolean {
  const own = supervisedTeams(user);
  return own === null || teamIds.some((id) => id !== null && own.includes(id));
}

interface ListedAgent {
  readonly on_call_id: number | null;
  readonly is_available: boolean;
  readonly is_app_only: boolean;
  readonly is_online_app: boolean;
  readonly is_mobile: boolean;
}

export const SUPERVISE_ACTIONS = ['listen', 'whisper', 'barge'] as const;
export type SuperviseAction = (typeof SUPERVISE_ACTIONS)[number];

export function isSupervision(callUserType: string): callUserType is SuperviseAction {
  return SUPERVISE_ACTIONS.some((action) => action === callUserType);
}

export interface Supervisor extends Watcher {
  readonly id: number;
  readonly account_id: number;
}

interface Supervised {
  /** null: the call no longer has an agent. */
  readonly id: number | null;
  /** null: the call doesn't exist. */
  readonly account_id: number | null;
  readonly on_call_id: number | null;
  /** Of the agent and, where it's known, of the call. */
  readonly team_ids: readonly (number | null)[];
}

export type SupervisionObstacle = 'permission' | 'account' | 'team' | 'self' | 'call';

/** null: the call can be joined. */
export function supervisionObstacle(
  user: Supervisor,
  action: SuperviseAction,
  agent: Supervised,
): SupervisionObstacle | null {
  if (!hasPermission(user, action)) return 'permission';
  if (agent.account_id !== user.account_id) return 'account';
  if (!supervises(user, agent.team_ids)) return 'team';
  if (agent.id === user.id) return 'self';
  return agent.on_call_id === null ? 'call' : null;
}

export function canSupervise(user: Supervisor, action: SuperviseAction, agent: Supervised): boolean {
  return supervisionObstacle(user, action, agent) === null;
}

/** Listen and whisper don't make an agent a party: no hold, transfer, added lead or result. */
export function isParty(callUserType: string): boolean {
  return callUserType !== 'listen' && callUserType !== 'whisper';
}

/** An app-only agent must be online in the app. */
export function canReceiveTransfer(agent: ListedAgent): boolean {
  return agent.on_call_id === null && agent.is_available && (!agent.is_app_only || agent.is_online_app);
}

export function canJoinConference(agent: ListedAgent): boolean {
  return agent.is_available && (agent.is_online_app || agent.is_mobile);
}
