import { channelKind, channelUserId, isChannelName, userChannel } from '../../channels/core/channel-name.ts';
import { type Member, parseChannelData, parseUserData } from '../../channels/core/member.ts';
import { authError, type Credentials, signinToSign, subscriptionToSign } from '../../core/authorization.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ClientMessage } from './client-message.ts';
import { badMessage, FAILURES, type Failure, type SubscriptionFailure } from './failures.ts';
import { forwardedEvent, PING, PONG, signinSuccess, subscriptionSucceeded } from './server-message.ts';

/**
 * One client's connection.
 *
 *     listening ──quiet for activityTimeout / ping──▶ pinged ──quiet for pongTimeout──▶ closed 4201
 *         ▲                                             │
 *         └──────────────── any message ────────────────┘
 *
 *     anonymous ──signin with a valid signature──▶ user (permanent)
 *         └── no signin within signinTimeout ──▶ closed 4009
 *
 * A signin with an invalid signature, or as another user than before, closes any connection with 4009.
 *
 * With a sign-in timeout, private and presence channels are joined only after the sign-in: terminating a user can't
 * reach that user's anonymous connections.
 */
export interface Connection {
  socketId: string;
  openedAt: number;
  lastMessageAt: number;
  pingedAt: number | null;
  user: Member | null;
  /** Channel name → member ID; null outside presence channels. */
  channels: ReadonlyMap<string, string | null>;
  pendingChannels: ReadonlyMap<string, Member | null>;
  clientEvents: { since: number; count: number };
}

export interface ConnectionRules extends Credentials {
  clientEventsEnabled: boolean;
  activityTimeoutMs: number;
  pongTimeoutMs: number;
  /** Null if no sign-in is required. */
  signinTimeoutMs: number | null;
}

export type ConnectionEvent =
  | { kind: 'message'; message: ClientMessage; at: number }
  | { kind: 'joined'; channel: string; userId: string | null }
  | { kind: 'tick'; at: number };

export type ConnectionEffect =
  | { kind: 'send'; text: string }
  | { kind: 'fail'; failure: Failure }
  | { kind: 'reject'; channel: string; failure: SubscriptionFailure }
  | { kind: 'close'; failure: Failure }
  | { kind: 'join'; channel: string; member: Member | null; wantsReply: boolean }
  | { kind: 'leave'; channel: string; userId: string | null }
  | { kind: 'signIn'; userId: string }
  | {
      kind: 'forward';
      channel: string;
      event: string;
      data: string | null;
      userId: string | null;
      text: string;
    };

interface Step {
  state: Connection;
  effects: readonly ConnectionEffect[];
}

export function newConnection(socketId: string, at: number): Connection {
  return {
    socketId,
    openedAt: at,
    lastMessageAt: at,
    pingedAt: null,
    user: null,
    channels: new Map(),
    pendingChannels: new Map(),
    clientEvents: { since: Number.NEGATIVE_INFINITY, count: 0 },
  };
}

export function connectionStep(state: Connection, event: ConnectionEvent, rules: ConnectionRules): Step {
  switch (event.kind) {
    case 'message':
      return handleMessage(
        { ...state, lastMessageAt: event.at, pingedAt: null },
        event.message,
        event.at,
        rules,
      );
    case 'joined':
      return {
        state: { ...state, channels: new Map(state.channels).set(event.channel, event.userId) },
        effects: [],
      };
    case 'tick':
      return checkTimeouts(state, event.at, rules);
    default:
      return event satisfies never;
  }
}

function checkTimeouts(state: Connection, at: number, rules: ConnectionRules): Step {
  if (state.user === null && rules.signinTimeoutMs !== null && at - state.openedAt >= rules.signinTimeoutMs)
    return { state, effects: [{ kind: 'close', failure: FAILURES.notSignedIn }] };
  if (state.pingedAt !== null) {
    const late = at - state.pingedAt >= rules.pongTimeoutMs;
    return { state, effects: late ? [{ kind: 'close', failure: FAILURES.noPong }] : [] };
  }
  if (at - state.lastMessageAt < rules.activityTimeoutMs) return { state, effects: [] };
  return { state: { ...state, pingedAt: at }, effects: [{ kind: 'send', text: PING }] };
}

function handleMessage(state: Connection, message: ClientMessage, at: number, rules: ConnectionRules): Step {
  switch (message.kind) {
    case 'ping':
      return { state, effects: [{ kind: 'send', text: PONG }] };
    case 'pong':
      return { state, effects: [] };
    case 'subscribe':
      return subscribe(state, message, rules);
    case 'unsubscribe':
      return unsubscribe(state, message.channel);
    case 'signin':
      return signin(state, message.auth, message.userData, rules);
    case 'clientEvent':
      return forward(state, message, at, rules);
    case 'invalid':
      return sendError(state, badMessage(message.reason));
    default:
      return message satisfies never;
  }
}

function sendError(state: Connection, failure: Failure): Step {
  return { state, effects: [{ kind: 'fail', failure }] };
}

const INVALID_USER = `Invalid user_data: expected an id that is a string of 1 to ${LIMITS.userIdChars} characters`;

type Subscribe = Extract<ClientMessage, { kind: 'subscribe' }>;

function subscribe(state: Connection, message: Subscribe, rules: ConnectionRules): Step {
  const { channel } = message;
  if (!isChannelName(channel)) return sendError(state, badMessage('Invalid channel name'));
  // The sign-in has already joined this channel, but the client doesn't know that.
  if (state.channels.has(channel) && channelKind(channel) === 'user') {
    return { state, effects: [{ kind: 'send', text: subscriptionSucceeded(channel) }] };
  }
  if (state.channels.has(channel) || state.pendingChannels.has(channel))
    return sendError(state, badMessage(`Existing subscription to channel ${channel}`));
  const reject = (failure: SubscriptionFailure): Step => ({
    state,
    effects: [{ kind: 'reject', channel, failure }],
  });
  if (state.channels.size + state.pendingChannels.size >= LIMITS.channelsPerConnection) {
    return reject({ type: 'LimitReached', error: 'Too many channels on this connection', status: 4004 });
  }
  const authorized = authorize(state, message, rules);
  if (typeof authorized === 'string') return reject({ type: 'AuthError', error: authorized, status: 401 });
  const { member } = authorized;
  const mustWait = rules.signinTimeoutMs !== null && state.user === null && channelKind(channel) !== 'public';
  return mustWait
    ? {
        state: { ...state, pendingChannels: new Map(state.pendingChannels).set(channel, member) },
        effects: [],
      }
    : { state, effects: [{ kind: 'join', channel, member, wantsReply: true }] };
}

/** Returns the member that the connection joins as, or an error message. */
function authorize(
  state: Connection,
  message: Subscribe,
  rules: ConnectionRules,
): { member: Member | null } | string {
  const { channel, auth, channelData } = message;
  const kind = channelKind(channel);
  switch (kind) {
    case 'public':
      return { member: null };
    case 'user':
      return state.user?.userId === channelUserId(channel)
        ? { member: null }
        : 'Not signed in as the user of this channel';
    case 'private':
    case 'encrypted':
    case 'presence': {
      const error = authError(rules, auth, subscriptionToSign(state.socketId, channel, channelData));
      if (error !== null) return error;
      if (kind !== 'presence') return { member: null };
      const member = channelData === null ? state.user : parseChannelData(channelData);
      return member === null
        ? 'Invalid channel_data: expected user_id, and user_info of at most 1 kB'
        : { member };
    }
    default:
      return kind satisfies never;
  }
}

function unsubscribe(state: Connection, channel: string): Step {
  const pendingChannels = new Map(state.pendingChannels);
  if (pendingChannels.delete(channel)) return { state: { ...state, pendingChannels }, effects: [] };
  const userId = state.channels.get(channel);
  if (userId === undefined) return sendError(state, badMessage('No current subscription to this channel'));
  const channels = new Map(state.channels);
  channels.delete(channel);
  return { state: { ...state, channels }, effects: [{ kind: 'leave', channel, userId }] };
}

function signin(state: Connection, auth: string, userData: string, rules: ConnectionRules): Step {
  const close = (message: string): Step => ({
    state,
    effects: [{ kind: 'close', failure: { code: FAILURES.unauthorized.code, message } }],
  });
  const error = authError(rules, auth, signinToSign(state.socketId, userData));
  if (error !== null) return close(error);
  const user = parseUserData(userData);
  if (user === null) return close(INVALID_USER);
  if (state.user !== null && state.user.userId !== user.userId)
    return close('The connection is already signed in as another user');
  const channel = userChannel(user.userId);
  const effects: ConnectionEffect[] = [
    { kind: 'signIn', userId: user.userId },
    { kind: 'send', text: signinSuccess(userData) },
  ];
  // Events sent to the user before the client subscribes must not be lost.
  if (!state.channels.has(channel)) effects.push({ kind: 'join', channel, member: null, wantsReply: false });
  for (const [pending, member] of state.pendingChannels)
    effects.push({ kind: 'join', channel: pending, member, wantsReply: true });
  return { state: { ...state, user, pendingChannels: new Map() }, effects };
}

type ClientEvent = Extract<ClientMessage, { kind: 'clientEvent' }>;

function forward(state: Connection, message: ClientEvent, at: number, rules: ConnectionRules): Step {
  const { channel, event, data } = message;
  if (!rules.clientEventsEnabled)
    return sendError(state, badMessage('Client events are not enabled for this app'));
  const kind = channelKind(channel);
  if (kind !== 'private' && kind !== 'presence') {
    return sendError(state, badMessage('Client events are only supported on private and presence channels'));
  }
  const userId = state.channels.get(channel);
  if (userId === undefined)
    return sendError(state, badMessage('Client event on a channel that is not subscribed'));
  const isNewSecond = at - state.clientEvents.since >= 1_000;
  const clientEvents = isNewSecond
    ? { since: at, count: 1 }
    : { since: state.clientEvents.since, count: state.clientEvents.count + 1 };
  if (clientEvents.count > LIMITS.clientEventsPerSecond)
    return sendError(state, FAILURES.tooManyClientEvents);
  const text = forwardedEvent(channel, event, data, userId);
  return {
    state: { ...state, clientEvents },
    effects: [{ kind: 'forward', channel, event, data, userId, text }],
  };
}
