import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Verify } from './core/authorization.ts';

export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function createVerifier(secret: string): Verify {
  return (text, signature) => isEqual(sign(secret, text), signature);
}

/** In a time that doesn't depend on where the texts differ. */
export function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex');
}
