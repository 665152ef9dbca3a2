import { describe, expect, it } from 'vitest';
import { openPending, type Pending, sealPending } from './google-pending.ts';

describe('what the browser keeps meanwhile', () => {
  const pending: Pending = {
    state: 's',
    nonce: 'n',
    verifier: 'v',
    next: '/admin',
    page: 'https://phone.example',
    until: 1_000,
  };
  const sealed = sealPending(pending, 'secret');
  it('is read as it was written, until its time is over', () => {
    expect(openPending(sealed, 'secret', 999)).toEqual(pending);
    expect(openPending(sealed, 'secret', 1_000)).toBeNull();
  });
  it('is nothing when anything of it was changed, or somebody else has signed it', () => {
    expect(openPending(sealed, 'another secret', 0)).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect([at, openPending(changed, 'secret', 0)]).toEqual([at, null]);
    }
    for (const strange of ['', '.', 'a.b', 'ü.ü']) expect(openPending(strange, 'secret', 0)).toBeNull();
  });
});
