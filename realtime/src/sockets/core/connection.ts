import { isChannelName, kindOf, userChannel, userOf } from '../../channels/core/channel-name.ts';
import { type Member, memberOfChannelData, memberOfUserData } from '../../channels/core/member.ts';
import { authFault, type Credentials, signinToSign, subscriptionToSign } from '../../core/authorisation.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ClientMessage } from './client-message.ts';
import { FAILURES, type Failure, refused, type SubscriptionFailure } from './failures.ts';
import {
  errorMessage,
  forwardedEvent,
  PING,
  PONG,
  signinSuccess,
  subscriptionError,
  subscriptionSucceeded,
} from './server-message.ts';

/**
 * One client's connection.
 *
 *     listening ──quiet for activityTimeout / ping──▶ pinged ──quiet for pongTimeout──▶ closed 4201
 *         ▲                                             │
 *         └──────────────── any message ────────────────┘
 *
 *     anonymous ──signin, signature right──▶ user ──(for good; wrong signature: closed 4009)
 *         └──not within signinTimeout, where there is one──▶ closed 4009
 *
 * A connection that has to sign in enters private and presence channels then and not before: without a name it could
 * not be ended with its session.
 */
export interface Connection {
  socketId: string;
  openedAt: number;
  heardAt: number;
  pingedAt: number | null;
  user: Member | null;
  /** Channel name to the member id it is subscribed as; null outside presence channels. */
  channels: ReadonlyMap<string, string | null>;
  /** Channels that it enters when it signs in, with the members it will be there. */
  waiting: ReadonlyMap<string, Member | null>;
  /** Client events since `since`; the first one a second later starts anew. */
  clientEvents: { since: number; count: number };
}

export interface ConnectionRules extends Credentials {
  clientEventsOn: boolean;
  activityTimeoutMs: number;
  pongTimeoutMs: number;
  /** A connection that has not signed in by then is closed; null: it need not sign in. */
  signinTimeoutMs: number | null;
}

export type ConnectionEvent =
  | { kind: 'message'; message: ClientMessage; at: number }
  /** The channel has taken the connection in. */
  | { kind: 'joined'; channel: string; userId: string | null }
  | { kind: 'tick'; at: number };

export type ConnectionEffect =
  | { kind: 'send'; text: string }
  | { kind: 'close'; failure: Failure }
  /** `asked`: the client awaits an answer. */
  | { kind: 'join'; channel: string; member: Member | null; asked: boolean }
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
    heardAt: at,
    pingedAt: null,
    user: null,
    channels: new Map(),
    waiting: new Map(),
    clientEvents: { since: Number.NEGATIVE_INFINITY, count: 0 },
  };
}

export function connectionStep(state: Connection, event: ConnectionEvent, rules: ConnectionRules): Step {
  switch (event.kind) {
    case 'message':
      return hear({ ...state, heardAt: event.at, pingedAt: null }, event.message, event.at, rules);
    case 'joined':
      return {
        state: { ...state, channels: new Map(state.channels).set(event.channel, event.userId) },
        effects: [],
      };
    case 'tick':
      return beat(state, event.at, rules);
    default:
      return event satisfies never;
  }
}

function beat(state: Connection, at: number, rules: ConnectionRules): Step {
  if (state.user === null && rules.signinTimeoutMs !== null && at - state.openedAt >= rules.signinTimeoutMs)
    return { state, effects: [{ kind: 'close', failure: FAILURES.notSignedIn }] };
  if (state.pingedAt !== null) {
    const late = at - state.pingedAt >= rules.pongTimeoutMs;
    return { state, effects: late ? [{ kind: 'close', failure: FAILURES.noPong }] : [] };
  }
  if (at - state.heardAt < rules.activityTimeoutMs) return { state, effects: [] };
  return { state: { ...state, pingedAt: at }, effects: [{ kind: 'send', text: PING }] };
}

function hear(state: Connection, message: ClientMessage, at: number, rules: ConnectionRules): Step {
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
      return complain(state, refused(message.reason));
    default:
      return message satisfies never;
  }
}

function complain(state: Connection, failure: Failure): Step {
  return { state, effects: [{ kind: 'send', text: errorMessage(failure) }] };
}

const INVALID_USER = `Invalid user_data: expected an id that is a string of 1 to ${LIMITS.userIdChars} characters`;

type Subscribe = Extract<ClientMessage, { kind: 'subscribe' }>;

function subscribe(state: Connection, message: Subscribe, rules: ConnectionRules): Step {
  const { channel } = message;
  if (!isChannelName(channel)) return complain(state, refused('Invalid channel name'));
  // The sign-in has subscribed to it already, which clients of the protocol do not know.
  if (state.channels.has(channel) && kindOf(channel) === 'user') {
    return { state, effects: [{ kind: 'send', text: subscriptionSucceeded(channel) }] };
  }
  if (state.channels.has(channel) || state.waiting.has(channel))
    return complain(state, refused(`Existing subscription to channel ${channel}`));
  const refuse = (failure: SubscriptionFailure): Step => ({
    state,
    effects: [{ kind: 'send', text: subscriptionError(channel, failure) }],
  });
  if (state.channels.size + state.waiting.size >= LIMITS.channelsPerConnection) {
    return refuse({ type: 'LimitReached', error: 'Too many channels on this connection', status: 4004 });
  }
  const admitted = admit(state, message, rules);
  if (typeof admitted === 'string') return refuse({ type: 'AuthError', error: admitted, status: 401 });
  const { member } = admitted;
  const mustWait = rules.signinTimeoutMs !== null && state.user === null && kindOf(channel) !== 'public';
  return mustWait
    ? { state: { ...state, waiting: new Map(state.waiting).set(channel, member) }, effects: [] }
    : { state, effects: [{ kind: 'join', channel, member, asked: true }] };
}

/** As whom the connection may enter the channel; a text says why it may not. */
function admit(
  state: Connection,
  message: Subscribe,
  rules: ConnectionRules,
): { member: Member | null } | string {
  const { channel, auth, channelData } = message;
  const kind = kindOf(channel);
  switch (kind) {
    case 'public':
      return { member: null };
    case 'user':
      return state.user?.userId === userOf(channel)
        ? { member: null }
        : 'Not signed in as the user of this channel';
    case 'private':
    case 'encrypted':
    case 'presence': {
      const fault = authFault(rules, auth, subscriptionToSign(state.socketId, channel, channelData));
      if (fault !== null) return fault;
      if (kind !== 'presence') return { member: null };
      const member = channelData === null ? state.user : memberOfChannelData(channelData);
      return member === null
        ? 'Invalid channel_data: expected user_id, and user_info of at most 1 kB'
        : { member };
    }
    default:
      return kind satisfies never;
  }
}

function unsubscribe(state: Connection, channel: string): Step {
  const waiting = new Map(state.waiting);
  if (waiting.delete(channel)) return { state: { ...state, waiting }, effects: [] };
  const userId = state.channels.get(channel);
  if (userId === undefined) return complain(state, refused('No current subscription to this channel'));
  const channels = new Map(state.channels);
  channels.delete(channel);
  return { state: { ...state, channels }, effects: [{ kind: 'leave', channel, userId }] };
}

function signin(state: Connection, auth: string, userData: string, rules: ConnectionRules): Step {
  const close = (message: string): Step => ({
    state,
    effects: [{ kind: 'close', failure: { code: FAILURES.unauthorised.code, message } }],
  });
  const fault = authFault(rules, auth, signinToSign(state.socketId, userData));
  if (fault !== null) return close(fault);
  const user = memberOfUserData(userData);
  if (user === null) return close(INVALID_USER);
  if (state.user !== null && state.user.userId !== user.userId) return close('Connection has another user');
  const channel = userChannel(user.userId);
  const effects: ConnectionEffect[] = [
    { kind: 'signIn', userId: user.userId },
    { kind: 'send', text: signinSuccess(userData) },
  ];
  // What is sent to the user before the client has subscribed to this channel must not be lost.
  if (!state.channels.has(channel)) effects.push({ kind: 'join', channel, member: null, asked: false });
  for (const [waited, member] of state.waiting)
    effects.push({ kind: 'join', channel: waited, member, asked: true });
  return { state: { ...state, user, waiting: new Map() }, effects };
}

type ClientEvent = Extract<ClientMessage, { kind: 'clientEvent' }>;

function forward(state: Connection, message: ClientEvent, at: number, rules: ConnectionRules): Step {
  const { channel, event, data } = message;
  if (!rules.clientEventsOn) return complain(state, refused('Client events are not enabled for this app'));
  const kind = kindOf(channel);
  if (kind !== 'private' && kind !== 'presence') {
    return complain(state, refused('Client events are only supported on private and presence channels'));
  }
  const userId = state.channels.get(channel);
  if (userId === undefined)
    return complain(state, refused('Client event on a channel that is not subscribed'));
  const fresh = at - state.clientEvents.since >= 1_000;
  const clientEvents = fresh
    ? { since: at, count: 1 }
    : { since: state.clientEvents.since, count: state.clientEvents.count + 1 };
  if (clientEvents.count > LIMITS.clientEventsPerSecond) return complain(state, FAILURES.tooManyClientEvents);
  const text = forwardedEvent(channel, event, data, userId);
  return {
    state: { ...state, clientEvents },
    effects: [{ kind: 'forward', channel, event, data, userId, text }],
  };
}
