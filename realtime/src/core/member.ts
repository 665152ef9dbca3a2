import { isObject, parseJson, writeJson } from './json.ts';
import { fitsIn, LIMITS } from './limits.ts';

/** A person: in a presence channel, or signed in on a connection. `info` is JSON text, null when none was given. */
export interface Member {
  userId: string;
  info: string | null;
}

/** `channel_data` of a presence subscription: `{"user_id": string | number, "user_info"?: any}`. Null when it is not that. */
export function memberOfChannelData(text: string): Member | null {
  return person(text, 'user_id');
}

/** `user_data` of a sign-in: `{"id": string, "user_info"?: any}`. Null when it is not that. */
export function memberOfUserData(text: string): Member | null {
  return fitsIn(text, LIMITS.userDataBytes) ? person(text, 'id') : null;
}

function person(text: string, idField: string): Member | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const id = value[idField];
  if (typeof id !== 'string' && typeof id !== 'number') return null;
  const userId = String(id);
  if (userId === '' || userId.length > LIMITS.userIdChars) return null;
  if (value['user_info'] === undefined) return { userId, info: null };
  const info = writeJson(value['user_info']);
  return info !== null && fitsIn(info, LIMITS.userInfoBytes) ? { userId, info } : null;
}
