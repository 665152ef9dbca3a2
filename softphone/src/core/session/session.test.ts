import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import { unmeasured } from '../line/quality-figures.ts';
import {
  type EventInput,
  effectTypes,
  KEY,
  pageLoaded,
  presence,
  run,
  signedInAs,
  talk,
  ticked,
  token,
  user,
  viewAndEffects,
} from '../sample-events.ts';
import { banner } from '../screen/ringing/alerts.ts';
import { isOnline } from './offline.ts';
import { isOpenElsewhere } from './readiness.ts';

const agent = signedInAs();
const visitor: readonly PhoneEvent[] = [pageLoaded, { type: 'userNotSignedIn' }];
const submit = (email: string, password: string): PhoneEvent => ({ type: 'loginSubmitted', email, password });
const loginFailed: PhoneEvent = { type: 'loginFailed', error: 'No.' };
const returnedFromLogin = (loginError: string): PhoneEvent => ({ ...pageLoaded, loginError }) as PhoneEvent;
const sent = [...visitor, submit('a@b.co', 'x')];

test.each<[string, readonly EventInput[], string, readonly string[]]>([
  ['a loaded page requests the user', [pageLoaded], 'startup', ['loadUser']],
  [
    'a page with a session opens the waiting view and starts channels, presence and a token request',
    agent.slice(0, 2),
    'waiting',
    [
      'subscribeRealtime',
      'takePageLock',
      'startPresence',
      'fetchToken',
      'loadSettings',
      'listAudioDevices',
      'tryRingSound',
      'loadOutbox',
    ],
  ],
  [
    'a failed external login shows the login',
    [returnedFromLogin('googleNotSetUp'), 'userNotSignedIn'],
    'login',
    [],
  ],
  ['a page without a session shows the login and requests nothing', visitor, 'login', []],
  [
    'a 401 to the first request shows the login',
    [pageLoaded, { type: 'userFailed', error: null }],
    'login',
    [],
  ],
  ['a valid form is sent', sent, 'login', ['logIn']],
  ['a valid form is sent only once', [...sent, submit('a@b.co', 'x')], 'login', []],
  ["an empty email isn't sent", [...visitor, submit('', 'x')], 'login', []],
  ["an invalid email isn't sent", [...visitor, submit('abc', 'x')], 'login', []],
  ["an empty password isn't sent", [...visitor, submit('a@b.co', '')], 'login', []],
  ['a successful login reloads the page', [sent, 'loginSucceeded'], 'startup', ['reloadPage']],
  ['a failed login can be retried', [sent, loginFailed, submit('a@b.co', 'x')], 'login', ['logIn']],
  [
    'a 401 to a later request reloads the page',
    [agent, 'sessionExpired'],
    'startup',
    ['stopPresence', 'reloadPage'],
  ],
  [
    "a phone whose code can't be loaded shows the login",
    [agent, 'phoneNotLoaded'],
    'login',
    ['destroyDevice'],
  ],
  ["a 401 to a visitor doesn't reload", [visitor, 'sessionExpired'], 'login', []],
  [
    'Log out stops presence, realtime and the device',
    [agent, 'logoutClicked'],
    'login',
    ['logOut', 'stopPresence', 'releasePageLock', 'unsubscribeRealtime', 'destroyDevice'],
  ],
  [
    'Log out during a call hangs up first',
    [agent, talk(), 'logoutClicked'],
    'login',
    [
      'hangUpCall',
      'logOut',
      'stopPresence',
      'releasePageLock',
      'unsubscribeRealtime',
      'removeStoredCall',
      'disconnectLine',
      'destroyDevice',
    ],
  ],
  [
    "a device lost after logout doesn't fetch a token",
    [agent, 'logoutClicked', 'deviceUnregistered'],
    'login',
    [],
  ],
  ["a refetched user doesn't end a call", [agent, talk(), { type: 'userLoaded', user }], 'oncall', []],
])('%s', (_sentence, events, view, last) => {
  expect(viewAndEffects(events)).toEqual([view, last]);
});

test('saved language and time settings only update the user, and a visitor ignores them', () => {
  const locale = { language: 'es', time_zone: 'UTC', clock: '24', date_order: 'ymd' } as const;
  const { state, last } = run([...agent, { type: 'localeSaved', locale }]);
  expect([state.session, last]).toEqual([expect.objectContaining({ user: { ...user, ...locale } }), []]);
  expect(run([...visitor, { type: 'localeSaved', locale }]).state).toEqual(run(visitor).state);
});

test("the login's banner shows the server's error until the next request", () => {
  const failed: EventInput = [visitor, submit('a@b.co', 'x'), loginFailed];
  expect(banner(run(failed).state)).toBe('No.');
  expect(banner(run([failed, submit('a@b.co', 'y')]).state)).toBeNull();
});

test('a network failure at the start shows its text', () => {
  expect(banner(run([pageLoaded, { type: 'userFailed', error: 'Later.' }]).state)).toBe('Later.');
});

test('invalid fields are marked', () => {
  const { session } = run([visitor, submit('abc', '')]).state;
  expect(session).toMatchObject({ invalidFields: { email: true, password: true } });
});

const registered: EventInput = [agent, 'realtimeConnected', 'deviceRegistered'];
const online: EventInput = [registered, presence()];

test.each<[string, EventInput, boolean]>([
  ['registered and subscribed, the phone is online', online, true],
  ["before the server's response, the phone is offline", registered, false],
  [
    'if the server says the device is unregistered, the phone is offline',
    [online, presence({ registered: false })],
    false,
  ],
  ['without realtime, the phone is offline', [online, 'realtimeLost'], false],
  ['without a device, the phone is offline', [online, 'deviceUnregistered'], false],
  ['open elsewhere, the phone is offline', [online, presence({ phone: false })], false],
])('presence ring: %s', (_sentence, events, expected) => {
  expect(isOnline(run(events).state)).toBe(expected);
});

const noReports: EventInput = [registered, 'presenceNotOffered'];

test.each<[string, readonly EventInput[], boolean]>([
  ['is online with a device and realtime', noReports, true],
  ['is offline without realtime', [noReports, 'realtimeLost'], false],
  ['is offline without a device', [noReports, 'deviceUnregistered'], false],
  ['is offline in a tab that is not the phone', [noReports, 'pageLockLost'], false],
  [
    'is online in the tab that becomes the phone',
    [noReports, 'pageLockLost', 'pageLockGained', 'deviceRegistered'],
    true,
  ],
])('a phone whose server lacks presence reports %s', (_sentence, events, expected) => {
  expect(isOnline(run(events).state)).toBe(expected);
});

test('a phone whose server lacks presence reports sends none, even when its page closes', () => {
  for (const event of [ticked, 'pageLeft', 'deviceUnregistered'] as const) {
    const { last } = run([noReports, event]);
    expect(last.map(({ type }) => type)).not.toContainEqual(expect.stringMatching(/Presence$/));
  }
});

const elsewhere: EventInput = [online, presence({ phone: false })];

test.each<[string, readonly EventInput[], readonly string[], boolean]>([
  [
    'a phone that is open elsewhere unregisters here, and unsubscribes',
    elsewhere,
    ['unsubscribeRealtime', 'unregisterDevice'],
    true,
  ],
  ['a phone that is open elsewhere unregisters only once', [elsewhere, presence({ phone: false })], [], true],
  ['unregistering fetches no token', [elsewhere, 'deviceUnregistered'], [], true],
  ['a late token is dropped', [elsewhere, token], [], true],
  ['a pending registration is undone', [elsewhere, 'deviceRegistered'], ['unregisterDevice'], true],
  [
    'a tab that loses the lock to another tab subscribes again',
    [elsewhere, 'pageLockLost'],
    ['subscribeRealtime'],
    true,
  ],
  [
    'a phone that is back here registers and subscribes again',
    [elsewhere, presence()],
    ['subscribeRealtime', 'fetchToken'],
    false,
  ],
])('one phone per agent: %s', (_sentence, events, last, isAway) => {
  const { state, last: effects } = run(events);
  expect(effectTypes(effects)).toEqual(last);
  expect(isOpenElsewhere(state)).toBe(isAway);
});

const secondTab: EventInput = [agent.slice(0, 2), 'pageLockLost'];

test.each<[string, readonly EventInput[], readonly string[], boolean]>([
  ["a second tab isn't the phone, and reports nothing", secondTab, ['unregisterDevice'], true],
  ["a second tab doesn't register", [secondTab, token], [], true],
  ["a second tab doesn't report", [secondTab, ticked], [], true],
  ["'Use it here' steals the lock", [secondTab, 'useItHereClicked'], ['stealPageLock'], true],
  [
    'a tab that gets the lock registers and reports',
    [secondTab, 'pageLockGained'],
    ['loadDrafts', 'loadForms', 'loadOutbox', 'fetchToken', 'reportPresence'],
    false,
  ],
  ['a tab that lost the lock unregisters', [online, 'pageLockLost'], ['unregisterDevice'], true],
  ["a late response doesn't bring the phone back", [online, 'pageLockLost', presence()], [], true],
])('one phone per browser: %s', (_sentence, events, last, isAway) => {
  const { state, last: effects } = run(events);
  expect(effects.map(({ type }) => type)).toEqual(last);
  expect(isOpenElsewhere(state)).toBe(isAway);
});

test('a lock that was requested by a click also takes over the lease', () => {
  const { last } = run([secondTab, 'useItHereClicked', 'pageLockGained']);
  expect(last).toContainEqual(expect.objectContaining({ type: 'reportPresence', takeOver: true }));
});

test("'Use it here' requests the lease", () => {
  const { last } = run([elsewhere, 'useItHereClicked']);
  expect(last).toContainEqual(expect.objectContaining({ type: 'reportPresence', takeOver: true }));
});

test('presence is reported at every change and tick, and never by a visitor', () => {
  const reports = (...events: readonly EventInput[]) =>
    run(events).last.filter(({ type }) => type === 'reportPresence');
  expect(reports(agent)).toHaveLength(1);
  expect(reports(agent, ticked)).toHaveLength(1);
  expect(reports(agent, 'deviceRegistered')).toHaveLength(1);
  expect(reports(agent, 'deviceRegistered', 'deviceRegistered')).toHaveLength(0);
  expect(reports(visitor, ticked)).toHaveLength(0);
});

test('call quality is reported after the call, but not after a logout', () => {
  const measured: PhoneEvent = { type: 'callMeasured', sid: 'CA1', quality: unmeasured };
  const reports = (events: readonly PhoneEvent[]) =>
    run([events, measured]).last.filter(({ type }) => type === 'reportQuality');
  expect(reports(agent)).toEqual([{ type: 'reportQuality', sid: 'CA1', quality: unmeasured }]);
  expect(reports(visitor)).toEqual([]);
});

test.each<[string, 'open' | 'closed', readonly EventInput[], boolean]>([
  ["of a call that isn't closed is reported", 'open', [agent, talk()], true],
  ["of a closed call isn't reported", 'closed', [agent, talk()], false],
  ['of a released call is reported', 'open', agent, true],
])('a disconnect %s', (_sentence, status, events, reported) => {
  const { last } = run([events, { type: 'lineDisconnected', callKey: KEY, status, at: 9_000_000 }]);
  expect(last.filter(({ type }) => type === 'reportDisconnect')).toEqual(
    reported ? [{ type: 'reportDisconnect', userId: 7, status: 'open' }] : [],
  );
});

test.each([
  ['googleNotSetUp', 'Google login is not set up on this server.'],
  ['badCredentials', 'Your login credentials are invalid.'],
  ['<b>Send us your password</b>', 'Something went wrong. Please try again.'],
  ['constructor', 'Something went wrong. Please try again.'],
])('a login error of %s shows only a known text', (loginError, text) => {
  const { state } = run([returnedFromLogin(loginError), 'userNotSignedIn']);
  expect(banner(state)).toBe(text);
});

test('a login error is ignored for a signed-in user', () => {
  const { state } = run([returnedFromLogin('badCredentials'), { type: 'userLoaded', user }]);
  expect(banner(state)).toBeNull();
});
