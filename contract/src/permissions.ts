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

/** The account's board, calls, recordings and leads. */
export function mayWatch(user: Holder): boolean {
  return isSupervisor(user) || hasPermission(user, 'admin');
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

export interface Supervisor extends Holder {
  readonly id: number;
  readonly account_id: number;
}

interface Supervised {
  /** null: the call no longer has an agent. */
  readonly id: number | null;
  /** null: the call doesn't exist. */
  readonly account_id: number | null;
  readonly on_call_id: number | null;
}

export type SupervisionObstacle = 'permission' | 'account' | 'self' | 'call';

/** null: the call can be joined. */
export function supervisionObstacle(
  user: Supervisor,
  action: SuperviseAction,
  agent: Supervised,
): SupervisionObstacle | null {
  if (!hasPermission(user, action)) return 'permission';
  if (agent.account_id !== user.account_id) return 'account';
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
