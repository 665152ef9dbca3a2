import { isObject, parseJson, writeJson } from '../../core/json.ts';
import { fitsIn, LIMITS } from '../../core/limits.ts';
import { isChannelName, userChannel } from './channel-name.ts';

/** A member of a presence channel, or the signed-in user of a connection. `info` is JSON text. */
export interface Member {
  userId: string;
  info: string | null;
}

/** Parses `channel_data` of a presence subscription: `{"user_id": string | number, "user_info"?: any}`. */
export function parseChannelData(text: string): Member | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const id = value['user_id'];
  return toMember(typeof id === 'number' ? String(id) : id, value['user_info']);
}

/** Parses `user_data` of a sign-in: `{"id": string, "user_info"?: any}`. Also null if the ID can't name a channel. */
export function parseUserData(text: string): Member | null {
  const value = fitsIn(text, LIMITS.userDataBytes) ? parseJson(text) : null;
  if (!isObject(value)) return null;
  const member = toMember(value['id'], value['user_info']);
  return member !== null && isChannelName(userChannel(member.userId)) ? member : null;
}

function toMember(userId: unknown, userInfo: unknown): Member | null {
  if (typeof userId !== 'string' || userId === '' || userId.length > LIMITS.userIdChars) return null;
  if (userInfo === undefined) return { userId, info: null };
  const info = writeJson(userInfo);
  return info !== null && fitsIn(info, LIMITS.userInfoBytes) ? { userId, info } : null;
}
