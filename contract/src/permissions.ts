/**
 * Who may do what: pure predicates. The phone hides a control by them, the server refuses by the same function.
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

/** A text needs the permission, and a lead with a phone number. */
export function mayText(user: Holder, lead: { readonly phone_number: string | null } | null): boolean {
  return may(user, 'app-sms') && Boolean(lead?.phone_number);
}

/** A supervisor is an agent with at least one of the three. */
export function isSupervisor(user: Holder): boolean {
  return may(user, 'listen') || may(user, 'whisper') || may(user, 'barge');
}

/** Who may call colleagues into a conference: the supervisors, who also see the Conference panel. */
export function mayStartConference(user: Holder): boolean {
  return isSupervisor(user);
}

/** May see what the others of the account are doing: the live board, calls, recordings and leads. */
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

/** The agent who has the call that is to be joined. */
interface Supervised {
  /** null: nobody has it any more. */
  readonly id: number | null;
  /** null: there is no such call. */
  readonly account_id: number | null;
  /** The call that the agent is connected to. */
  readonly on_call_id: number | null;
}

export type SupervisionObstacle = 'permission' | 'account' | 'oneself' | 'call';

/** The first thing that stands against joining an agent's call; null: nothing does. */
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

/** A supervisor can join the call that another agent of their account is connected to. */
export function canSupervise(user: Supervisor, action: SuperviseAction, agent: Supervised): boolean {
  return supervisionObstacle(user, action, agent) === null;
}

/** An agent who listens or whispers is no party of the call: no hold, transfer, added lead or result. A barge is a party. */
export function isParty(callUserType: string): boolean {
  return callUserType !== 'listen' && callUserType !== 'whisper';
}

/** A call can be transferred to an agent who is off call and available; an app-only agent must be online in the app. */
export function canReceiveTransfer(agent: ListedAgent): boolean {
  return agent.on_call_id === null && agent.is_available && (!agent.is_app_only || agent.is_online_app);
}

/** An agent can be called into a conference who is available, and online in the app or on mobile. */
export function canJoinConference(agent: ListedAgent): boolean {
  return agent.is_available && (agent.is_online_app || agent.is_mobile);
}
