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

/** May see what the others of the account are doing: the live board, calls and leads. */
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

/** A supervisor can join the call that another agent is connected to; who may not, or finds no call, cannot. */
export function canSupervise(
  user: Holder,
  action: SuperviseAction,
  agent: Pick<ListedAgent, 'on_call_id'>,
): boolean {
  return may(user, action) && agent.on_call_id !== null;
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
