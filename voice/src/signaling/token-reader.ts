import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Grants, readAccessToken, type TokenErrorCode } from './core/access-token.ts';

export type TokenReader = (token: string) => Grants | TokenErrorCode;

export function createTokenReader(accountSid: string, apiKey: string, apiSecret: string): TokenReader {
  const verify = (text: string, signature: string): boolean => {
    const expected = createHmac('sha256', apiSecret).update(text).digest();
    const actual = Buffer.from(signature, 'base64url');
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };
  return (token) => {
    if (apiKey === '' || apiSecret === '') return 31204;
    return readAccessToken(token, { accountSid, apiKey, now: Date.now() / 1_000, verify });
  };
}
