import { describe, expect, it } from 'vitest';
import { type PendingLogin, signPending, verifyPending } from './google-pending.ts';

describe('the pending login cookie', () => {
  const pending: PendingLogin = {
    state: 's',
    nonce: 'n',
    verifier: 'v',
    next: '/admin',
    page: 'https://phone.example',
    until: 1_000,
  };
  const cookie = signPending(pending, 'secret');
  it('can be read until it expires', () => {
    expect(verifyPending(cookie, 'secret', 999)).toEqual(pending);
    expect(verifyPending(cookie, 'secret', 1_000)).toBeNull();
  });
  it('is invalid after any change, or if signed with another secret', () => {
    expect(verifyPending(cookie, 'another secret', 0)).toBeNull();
    for (let at = 0; at < cookie.length; at += 1) {
      const changed = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
      expect([at, verifyPending(changed, 'secret', 0)]).toEqual([at, null]);
    }
    for (const malformed of ['', '.', 'a.b', 'ü.ü']) expect(verifyPending(malformed, 'secret', 0)).toBeNull();
  });
});
