/** Signatures of subscriptions and sign-ins: hex HMAC-SHA256 with the app's secret. */

/** Whether `signature` is the app's signature of `text`. Passed in, so that this file doesn't depend on cryptography. */
export type Verify = (text: string, signature: string) => boolean;

export interface Credentials {
  key: string;
  verify: Verify;
}

export function subscriptionToSign(socketId: string, channel: string, channelData: string | null): string {
  return channelData === null ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`;
}

export function signinToSign(socketId: string, userData: string): string {
  return `${socketId}::user::${userData}`;
}

/** Null if `auth` is a valid `key:signature` of `text`, else the hosted service's error message. */
export function authError({ key, verify }: Credentials, auth: string, text: string): string | null {
  if (auth === '') return 'Auth value for subscription is missing';
  const colon = auth.indexOf(':');
  if (colon < 0) return `Invalid format: auth must have the format key:signature`;
  if (auth.slice(0, colon) !== key) return 'Invalid key in subscription auth data';
  const signature = auth.slice(colon + 1);
  if (verify(text, signature)) return null;
  return `Invalid signature: Expected HMAC SHA256 hex digest of ${truncate(text)}, but got ${truncate(signature)}`;
}

function truncate(text: string): string {
  return text.length <= 500 ? text : `${text.slice(0, 500)}…`;
}
