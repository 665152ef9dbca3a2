/**
 * Server messages as JSON text. As in the hosted service, `data` is a string that holds JSON, except in
 * `pusher:error` and `pusher:subscription_error`, where it's an object.
 */

import type { Member } from '../../channels/core/member.ts';
import type { Failure, SubscriptionFailure } from './failures.ts';

function message(event: string, data: string, channel?: string): string {
  return JSON.stringify(channel === undefined ? { event, data } : { event, channel, data });
}

/** `activityTimeout`: seconds without a message after which either side sends a ping. */
export function connectionEstablished(socketId: string, activityTimeout: number): string {
  return message(
    'pusher:connection_established',
    JSON.stringify({ socket_id: socketId, activity_timeout: activityTimeout }),
  );
}

export const PING = message('pusher:ping', '{}');
export const PONG = message('pusher:pong', '{}');

export function errorMessage({ code, message: text }: Failure): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message: text } });
}

export function signinSuccess(userData: string): string {
  return message('pusher:signin_success', JSON.stringify({ user_data: userData }));
}

export function subscriptionSucceeded(channel: string): string {
  return message('pusher_internal:subscription_succeeded', '{}', channel);
}

export function presenceSucceeded(channel: string, members: readonly Member[]): string {
  const ids = JSON.stringify(members.map((member) => member.userId));
  const hash = members.map((member) => `${JSON.stringify(member.userId)}:${member.info ?? 'null'}`).join(',');
  const data = `{"presence":{"count":${members.length},"ids":${ids},"hash":{${hash}}}}`;
  return message('pusher_internal:subscription_succeeded', data, channel);
}

export function subscriptionError(channel: string, failure: SubscriptionFailure): string {
  return JSON.stringify({ event: 'pusher:subscription_error', channel, data: failure });
}

export function memberAdded(channel: string, { userId, info }: Member): string {
  const data = `{"user_id":${JSON.stringify(userId)}${info === null ? '' : `,"user_info":${info}`}}`;
  return message('pusher_internal:member_added', data, channel);
}

export function memberRemoved(channel: string, userId: string): string {
  return message('pusher_internal:member_removed', JSON.stringify({ user_id: userId }), channel);
}

export function subscriptionCount(channel: string, count: number): string {
  return message(
    'pusher_internal:subscription_count',
    JSON.stringify({ subscription_count: count }),
    channel,
  );
}

export function cacheMiss(channel: string): string {
  return JSON.stringify({ event: 'pusher:cache_miss', channel });
}

export function publishedEvent(channel: string, event: string, data: string): string {
  return message(event, data, channel);
}

export function forwardedEvent(
  channel: string,
  event: string,
  data: string | null,
  userId: string | null,
): string {
  const user = userId === null ? '' : `,"user_id":${JSON.stringify(userId)}`;
  const body = data === null ? '' : `,"data":${data}`;
  return `{"event":${JSON.stringify(event)},"channel":${JSON.stringify(channel)}${body}${user}}`;
}
