import { describe, expect, test } from 'vitest';
import type { Api } from '../adapters/server/api.ts';
import type { PhoneEvent } from '../core/events.ts';
import { performForVisitor } from './visitor.ts';

const user = { id: 7, full_name: 'Eleanor Blackwood' };

async function arrive(next: string | null, answer: unknown) {
  const sent: PhoneEvent[] = [];
  const redirects: string[] = [];
  const context = {
    api: { request: async () => ({ ok: true, value: answer }) } as unknown as Api,
    now: () => 0,
    reload: () => {},
    next,
    redirect: (address: string) => redirects.push(address),
  };
  await performForVisitor({ type: 'loadUser' }, context, (event) => sent.push(event));
  return { sent: sent.map(({ type }) => type), redirects };
}

describe('a visitor from the console', () => {
  test('is redirected once signed in, without starting the phone', async () => {
    expect(await arrive('/admin/calls', { success: true, user })).toEqual({
      sent: [],
      redirects: ['/admin/calls'],
    });
  });

  test('logs in first', async () => {
    expect(await arrive('/admin/calls', { success: false })).toEqual({
      sent: ['userNotSignedIn'],
      redirects: [],
    });
  });
});

test("a visitor to the phone itself isn't redirected", async () => {
  expect(await arrive(null, { success: true, user })).toEqual({ sent: ['userLoaded'], redirects: [] });
});
