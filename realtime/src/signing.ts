import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Verify } from './core/authorization.ts';

export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function createVerifier(secret: string): Verify {
  return (text, signature) => {
    const expected = Buffer.from(sign(secret, text));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}

export function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}
