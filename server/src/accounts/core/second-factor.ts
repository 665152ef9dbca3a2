import type { SecondFactorRule } from '@offhook/contract/accounts/second-factor';

export interface Factors {
  readonly passkeys: number;
  readonly totp: boolean;
}

export const hasFactor = ({ passkeys, totp }: Factors): boolean => totp || passkeys > 0;

export function isFactorRequired(rule: SecondFactorRule, permissions: readonly string[]): boolean {
  return rule === 'everyone' || (rule === 'admins' && permissions.includes('admin'));
}

/** What a login still needs after the password; null: nothing. */
export function secondStep(factors: Factors, isRequired: boolean): 'verify' | 'setUp' | null {
  if (hasFactor(factors)) return 'verify';
  return isRequired ? 'setUp' : null;
}

/** `id`: WebAuthn's relying-party ID. `origin`: the only one whose pages may use its passkeys. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Browsers bind passkeys to a domain name, never to an IP address, and need https except on localhost. A loopback
 * address counts as localhost. Null if there can't be passkeys.
 */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
  return protocol === 'https:' && !isAddress ? { id: hostname, origin } : null;
}

/** Without letters and digits that look alike (Crockford's base32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = 16;

/** @param bytes one per character @returns such as `k3xw-90ab-…` */
export function formatRecoveryCode(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => ALPHABET[byte % 32]).join('');
  return text.match(/.{4}/g)?.join('-') ?? text;
}

export type TypedCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }
  | null;

/** The six digits of an authenticator app, or a recovery code, typed with any spaces and dashes. */
export function parseTypedCode(typed: string): TypedCode {
  const text = typed.toLowerCase().replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(text)) return { kind: 'totp', code: text };
  const code = text.replaceAll('o', '0').replace(/[il]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((letter) => ALPHABET.includes(letter))
    ? { kind: 'recovery', code: code.match(/.{4}/g)?.join('-') ?? code }
    : null;
}
