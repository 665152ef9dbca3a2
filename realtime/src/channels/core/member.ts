import { isObject, parseJson, writeJson } from '../../core/json.ts';
import { fitsIn, LIMITS } from '../../core/limits.ts';
import { isChannelName, userChannel } from './channel-name.ts';

/** A person: in a presence channel, or signed in on a connection. `info` is JSON text, null when none was given. */
export interface Member {
  userId: string;
  info: string | null;
}

/** `channel_data` of a presence subscription: `{"user_id": string | number, "user_info"?: any}`. Null when it is not that. */
export function memberOfChannelData(text: string): Member | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const id = value['user_id'];
  return person(typeof id === 'number' ? String(id) : id, value['user_info']);
}

/**
 * `user_data` of a sign-in: `{"id": string, "user_info"?: any}`. Null when it is not that, or when there can be no
 * channel of that user.
 */
export function memberOfUserData(text: string): Member | null {
  const value = fitsIn(text, LIMITS.userDataBytes) ? parseJson(text) : null;
  if (!isObject(value)) return null;
  const member = person(value['id'], value['user_info']);
  return member !== null && isChannelName(userChannel(member.userId)) ? member : null;
}

function person(userId: unknown, userInfo: unknown): Member | null {
  if (typeof userId !== 'string' || userId === '' || userId.length > LIMITS.userIdChars) return null;
  if (userInfo === undefined) return { userId, info: null };
  const info = writeJson(userInfo);
  return info !== null && fitsIn(info, LIMITS.userInfoBytes) ? { userId, info } : null;
}
