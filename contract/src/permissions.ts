/**
 * Permissions as pure predicates. The phone hides controls by them, and the server rejects requests by the same functions.
 */
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

export function may(user: Holder, permission: Permission): boolean {
  return user.permissions.includes(permission);
}

/** Texting needs the permission and a lead with a phone number. */
export function mayText(user: Holder, lead: { readonly phone_number: string | null } | null): boolean {
  return may(user, 'app-sms') && Boolean(lead?.phone_number);
}

/** A supervisor can listen, whisper or barge. */
export function isSupervisor(user: Holder): boolean {
  return may(user, 'listen') || may(user, 'whisper') || may(user, 'barge');
}

/** Supervisors can invite colleagues into a conference, and see the Conference panel. */
export function mayStartConference(user: Holder): boolean {
  return isSupervisor(user);
}

/** Can see the account's board, calls, recordings and leads. */
export function mayWatch(user: Holder): boolean {
  return isSupervisor(user) || may(user, 'admin');
}

interface ListedAgent {
  readonly on_call_id: number | null;
  readonly is_available: boolean;
  readonly is_app_only: boolean;
  readonly is_online_app: boolean;
  readonly is_mobile: boolean;
}

export type SuperviseAction = 'listen' | 'whisper' | 'barge';

export interface Supervisor extends Holder {
  readonly id: number;
  readonly account_id: number;
}

/** The agent whose call is to be joined. */
interface Supervised {
  /** null: no agent has it anymore. */
  readonly id: number | null;
  /** null: the call doesn't exist. */
  readonly account_id: number | null;
  readonly on_call_id: number | null;
}

export type SupervisionObstacle = 'permission' | 'account' | 'oneself' | 'call';

/** The first reason why a call can't be joined; null if it can. */
export function supervisionObstacle(
  user: Supervisor,
  action: SuperviseAction,
  agent: Supervised,
): SupervisionObstacle | null {
  if (!may(user, action)) return 'permission';
  if (agent.account_id !== user.account_id) return 'account';
  if (agent.id === user.id) return 'oneself';
  return agent.on_call_id === null ? 'call' : null;
}

export function canSupervise(user: Supervisor, action: SuperviseAction, agent: Supervised): boolean {
  return supervisionObstacle(user, action, agent) === null;
}

/** Listen and whisper don't make an agent a party: no hold, transfer, added lead or result. Barge does. */
export function isParty(callUserType: string): boolean {
  return callUserType !== 'listen' && callUserType !== 'whisper';
}

/** The agent must be available and not on a call; an app-only agent must be online in the app. */
export function canReceiveTransfer(agent: ListedAgent): boolean {
  return agent.on_call_id === null && agent.is_available && (!agent.is_app_only || agent.is_online_app);
}

/** The agent must be available, and online in the app or on mobile. */
export function canJoinConference(agent: ListedAgent): boolean {
  return agent.is_available && (agent.is_online_app || agent.is_mobile);
}
