import { describe, expect, it } from 'vitest';
import { type PendingLogin, signPending, verifyPending } from './pending-login.ts';

describe('the pending login cookie', () => {
  const pending: PendingLogin<'google'> = {
    state: 's',
    nonce: 'n',
    verifier: 'v',
    next: '/admin',
    page: 'https://phone.example',
    until: 1_000,
  };
  const cookie = signPending('google', pending, 'secret');
  it('can be read until it expires', () => {
    expect(verifyPending('google', cookie, 'secret', 999)).toEqual(pending);
    expect(verifyPending('google', cookie, 'secret', 1_000)).toBeNull();
  });
  it('is invalid after any change, or if signed with another secret', () => {
    expect(verifyPending('google', cookie, 'another secret', 0)).toBeNull();
    for (let at = 0; at < cookie.length; at += 1) {
      const changed = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
      expect([at, verifyPending('google', changed, 'secret', 0)]).toEqual([at, null]);
    }
    for (const malformed of ['', '.', 'a.b', 'ü.ü'])
      expect(verifyPending('google', malformed, 'secret', 0)).toBeNull();
  });
  it('of one kind of login is invalid for another', () => {
    const organization = signPending(
      'organization',
      { ...pending, account: 7, domain: 'a.example' },
      'secret',
    );
    expect(verifyPending('organization', organization, 'secret', 0)).toMatchObject({ account: 7 });
    expect(verifyPending('google', organization, 'secret', 0)).toBeNull();
    expect(verifyPending('organization', cookie, 'secret', 0)).toBeNull();
  });
});
