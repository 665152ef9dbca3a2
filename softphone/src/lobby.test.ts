import { expect, test, vi } from 'vitest';
import type { PhoneEffect } from './core/effects.ts';
import type { PhoneEvent } from './core/events.ts';
import { user } from './core/sample-events.ts';
import { banner } from './core/screen/ringing/alerts.ts';
import { viewName } from './core/screen/view-name.ts';
import { createLobby } from './lobby.ts';
import { createPhone } from './phone.ts';

const arrived: PhoneEvent = {
  type: 'pageLoaded',
  loginError: null,
  telUrl: 'tel:+14155550100',
  storedCall: null,
};
const loaded: PhoneEvent = { type: 'userLoaded', user };

function lobby(load = () => Promise.resolve({ createPhone })) {
  const effects: PhoneEffect[] = [];
  const fetching = vi.fn(load);
  const phone = createLobby({ perform: (effect) => effects.push(effect), load: fetching });
  return { phone, fetching, effects: () => effects.splice(0).map(({ type }) => type) };
}

test('a visitor logs in without loading the phone', () => {
  const { phone, fetching, effects } = lobby();
  phone.send(arrived);
  expect(effects()).toEqual(['loadUser']);
  phone.send({ type: 'userNotSignedIn' });
  expect(viewName(phone.getState())).toBe('login');
  phone.click({ type: 'loginSubmitted', email: 'ann@demo.test', password: 'x' });
  expect(effects()).toEqual(['logIn']);
  phone.send({ type: 'loginFailed', error: 'No.' });
  expect(banner(phone.getState())).toBe('No.');
  phone.click({ type: 'loginSubmitted', email: 'ann@demo.test', password: 'y' });
  phone.send({ type: 'loginSucceeded' });
  expect(effects()).toEqual(['logIn', 'reloadPage']);
  expect(fetching).not.toHaveBeenCalled();
});

test('the phone is loaded for the user and receives the earlier events', async () => {
  const { phone, effects } = lobby();
  let notifications = 0;
  phone.listen(() => {
    notifications += 1;
  });
  phone.send(arrived);
  effects();
  phone.send(loaded);
  phone.send({ type: 'pageLockGained' });
  phone.send({
    type: 'formsLoaded',
    userId: user.id,
    forms: { newCall: null, offered: null, addLead: null },
  });
  await vi.waitFor(() => expect(viewName(phone.getState())).toBe('waiting'), { timeout: 30_000 });
  expect(notifications).toBeGreaterThan(0);
  const performed = effects();
  // The lobby's effects aren't repeated, and events during loading aren't lost.
  expect(performed).not.toContain('loadUser');
  expect(performed).toContain('subscribeRealtime');
  expect(performed).toContain('reportPresence');
  const { view, forms } = phone.getState().screen;
  expect(view).toMatchObject({ panel: { name: 'new_call' } });
  expect(forms.newCall.phoneNumber).toBe('+14155550100');
});

test("a phone that can't be loaded returns to the login with an error", async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { phone } = lobby(() => Promise.reject(new Error('no network')));
  phone.send(arrived);
  phone.send(loaded);
  await vi.waitFor(() => expect(viewName(phone.getState())).toBe('login'), { timeout: 30_000 });
  expect(banner(phone.getState())).toBe('Something went wrong. Please try again.');
  expect(quiet).toHaveBeenCalled();
  quiet.mockRestore();
});

test('a page that closes while loading doesn’t start the phone', async () => {
  let resolveLoad: (value: { createPhone: typeof createPhone }) => void = () => {};
  const { phone, effects } = lobby(() => new Promise((resolve) => (resolveLoad = resolve)));
  phone.send(arrived);
  phone.send(loaded);
  effects();
  phone.stop();
  resolveLoad({ createPhone });
  await Promise.resolve();
  expect(effects()).toEqual([]);
});
