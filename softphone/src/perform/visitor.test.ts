import { describe, expect, test } from 'vitest';
import type { Api } from '../adapters/server/api.ts';
import type { PhoneEvent } from '../core/events.ts';
import { performForVisitor, type VisitorEffect } from './visitor.ts';

const user = { id: 7, full_name: 'Eleanor Blackwood' };

async function perform(effect: VisitorEffect, search: string, answer: unknown) {
  const sent: PhoneEvent[] = [];
  const redirects: string[] = [];
  const context = {
    api: {
      base: 'https://api.example',
      request: async () => ({ ok: true, value: answer }),
    } as unknown as Api,
    now: () => 0,
    reload: () => {},
    search,
    redirect: (address: string) => redirects.push(address),
  };
  await performForVisitor(effect, context, (event) => sent.push(event));
  return { sent: sent.map(({ type }) => type), redirects };
}

const arrive = (search: string, answer: unknown) => perform({ type: 'loadUser' }, search, answer);
const logIn = (search: string, answer: unknown) =>
  perform({ type: 'logIn', email: 'ann@demo.test', password: 'x' }, search, answer);

describe('a visitor from the console', () => {
  test('is redirected once signed in, without starting the phone', async () => {
    expect(await arrive('?next=/admin/calls', { success: true, user })).toEqual({
      sent: [],
      redirects: ['/admin/calls'],
    });
  });

  test('logs in first', async () => {
    expect(await arrive('?next=/admin/calls', { success: false })).toEqual({
      sent: ['userNotSignedIn'],
      redirects: [],
    });
  });
});

test("a visitor to the phone itself isn't redirected", async () => {
  expect(await arrive('', { success: true, user })).toEqual({ sent: ['userLoaded'], redirects: [] });
});

test('a login without a second step succeeds at once', async () => {
  expect(await logIn('', { success: true })).toEqual({ sent: ['loginSucceeded'], redirects: [] });
});

test('a login with a second step goes to its page, with the address to return to', async () => {
  const answer = { success: true, second_step: '/apps/webrtc/second-step' };
  expect(await logIn('?next=/admin/calls', answer)).toEqual({
    sent: [],
    redirects: ['https://api.example/apps/webrtc/second-step?next=/admin/calls'],
  });
});
