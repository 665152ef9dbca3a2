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
  const sealed = signPending(pending, 'secret');
  it('is read back until it expires', () => {
    expect(verifyPending(sealed, 'secret', 999)).toEqual(pending);
    expect(verifyPending(sealed, 'secret', 1_000)).toBeNull();
  });
  it('is invalid after any change or with another signature', () => {
    expect(verifyPending(sealed, 'another secret', 0)).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect([at, verifyPending(changed, 'secret', 0)]).toEqual([at, null]);
    }
    for (const malformed of ['', '.', 'a.b', 'ü.ü']) expect(verifyPending(malformed, 'secret', 0)).toBeNull();
  });
});
