import { expect, test } from 'vitest';
import type { PhoneEvent } from '../events.ts';
import { unmeasured } from '../line/quality-figures.ts';
import {
  type Happening,
  KEY,
  orders,
  outcomeOf,
  pageLoaded,
  presence,
  run,
  signedInAs,
  talk,
  ticked,
  token,
  user,
} from '../sample-events.ts';
import { banner } from '../screen/alerts.ts';
import { isOnline } from './offline.ts';
import { isElsewhere } from './readiness.ts';

const agent = signedInAs();
const visitor: readonly PhoneEvent[] = [pageLoaded, { type: 'visitorArrived' }];
const submit = (email: string, password: string): PhoneEvent => ({ type: 'loginSubmitted', email, password });
const loginFailed: PhoneEvent = { type: 'loginFailed', error: 'No.' };
const cameBack = (loginError: string): PhoneEvent => ({ ...pageLoaded, loginError }) as PhoneEvent;
const sent = [...visitor, submit('a@b.co', 'x')];

test.each<[string, readonly Happening[], string, readonly string[]]>([
  ['the page asks who is there', [pageLoaded], 'startup', ['loadUser']],
  [
    'with a session it waits, with channels, presence and a token on their way',
    agent.slice(0, 2),
    'waiting',
    [
      'subscribeRealtime',
      'takePageLock',
      'startPresence',
      'fetchToken',
      'loadSettings',
      'listAudioDevices',
      'tryRing',
      'loadOutbox',
    ],
  ],
  [
    'a login that came back with an error shows the login',
    [cameBack('googleNotSetUp'), 'visitorArrived'],
    'login',
    [],
  ],
  ['without a session the login shows and nothing is asked for', visitor, 'login', []],
  ['a 401 to the first call shows the login', [pageLoaded, { type: 'userFailed', error: null }], 'login', []],
  ['a right form is sent', sent, 'login', ['logIn']],
  ['it is sent once', [...sent, submit('a@b.co', 'x')], 'login', []],
  ['an empty email is not sent', [...visitor, submit('', 'x')], 'login', []],
  ['an email of another form is not sent', [...visitor, submit('abc', 'x')], 'login', []],
  ['an empty password is not sent', [...visitor, submit('a@b.co', '')], 'login', []],
  ['a success loads the page again', [sent, 'loginSucceeded'], 'startup', ['reloadPage']],
  ['a failure leaves the form usable', [sent, loginFailed, submit('a@b.co', 'x')], 'login', ['logIn']],
  [
    'a 401 to a later call loads the page again',
    [agent, 'sessionExpired'],
    'startup',
    ['stopPresence', 'reloadPage'],
  ],
  [
    'a phone whose code cannot be fetched shows the login',
    [agent, 'phoneNotLoaded'],
    'login',
    ['destroyDevice'],
  ],
  ['a 401 to a visitor does not', [visitor, 'sessionExpired'], 'login', []],
  [
    'Log out ends everything',
    [agent, 'logoutClicked'],
    'login',
    ['logOut', 'stopPresence', 'releasePageLock', 'unsubscribeRealtime', 'destroyDevice'],
  ],
  [
    'Log out in a call says that it is over, then hangs up',
    [agent, talk(), 'logoutClicked'],
    'login',
    [
      'hangUpCall',
      'logOut',
      'stopPresence',
      'releasePageLock',
      'unsubscribeRealtime',
      'forgetStoredCall',
      'disconnectLine',
      'destroyDevice',
    ],
  ],
  ['unregistered after Log out fetches nothing', [agent, 'logoutClicked', 'deviceUnregistered'], 'login', []],
  ['a user that is fetched again ends no call', [agent, talk(), { type: 'userLoaded', user }], 'oncall', []],
])('%s', (_sentence, events, view, last) => {
  expect(outcomeOf(events)).toEqual([view, last]);
});

test('the banner of the login shows what the server said, until the next request', () => {
  const failed: Happening = [visitor, submit('a@b.co', 'x'), loginFailed];
  expect(banner(run(failed).state)).toBe('No.');
  expect(banner(run([failed, submit('a@b.co', 'y')]).state)).toBeNull();
});

test('a network failure at the start shows', () => {
  expect(banner(run([pageLoaded, { type: 'userFailed', error: 'Later.' }]).state)).toBe('Later.');
});

test('fields that are wrong are marked', () => {
  const { session } = run([visitor, submit('abc', '')]).state;
  expect(session).toMatchObject({ marked: { email: true, password: true } });
});

const registered: Happening = [agent, 'realtimeConnected', 'deviceRegistered'];
const online: Happening = [registered, presence()];

test.each<[string, Happening, boolean]>([
  ['registered and subscribed is online', online, true],
  ['until the server has said so it is offline', registered, false],
  [
    'while the server takes the device for unregistered it is offline',
    [online, presence({ registered: false })],
    false,
  ],
  ['without realtime it is offline', [online, 'realtimeLost'], false],
  ['unregistered it is offline', [online, 'deviceUnregistered'], false],
  ['elsewhere it is offline', [online, presence({ phone: false })], false],
])('ring: %s', (_sentence, events, expected) => {
  expect(isOnline(run(events).state)).toBe(expected);
});

const noReports: Happening = [registered, 'presenceNotOffered'];

test.each<[string, readonly Happening[], boolean]>([
  ['is online with a device and realtime', noReports, true],
  ['is offline without realtime', [noReports, 'realtimeLost'], false],
  ['is offline without a device', [noReports, 'deviceUnregistered'], false],
  ['is offline in a tab that is not the phone', [noReports, 'pageLockLost'], false],
  [
    'is online in the tab that becomes the phone',
    [noReports, 'pageLockLost', 'pageLockGained', 'deviceRegistered'],
    true,
  ],
])('a phone whose server takes no reports %s', (_sentence, events, expected) => {
  expect(isOnline(run(events).state)).toBe(expected);
});

test('a phone whose server takes no reports sends none, not even as its page goes', () => {
  for (const event of [ticked, 'pageLeft', 'deviceUnregistered'] as const) {
    const { last } = run([noReports, event]);
    expect(last.map(({ type }) => type)).not.toContainEqual(expect.stringMatching(/Presence$/));
  }
});

const elsewhere: Happening = [online, presence({ phone: false })];

test.each<[string, readonly Happening[], readonly string[], boolean]>([
  [
    'a phone that is open elsewhere unregisters here, and hears no message',
    elsewhere,
    ['unsubscribeRealtime', 'unregisterDevice'],
    true,
  ],
  ['it does so once', [elsewhere, presence({ phone: false })], [], true],
  ['its unregistering fetches no token', [elsewhere, 'deviceUnregistered'], [], true],
  ['a token that comes late is dropped', [elsewhere, token], [], true],
  ['a registration under way is taken back', [elsewhere, 'deviceRegistered'], ['unregisterDevice'], true],
  [
    'behind another page of its browser it hears messages again',
    [elsewhere, 'pageLockLost'],
    ['subscribeRealtime'],
    true,
  ],
  [
    'back here it registers again, and hears messages',
    [elsewhere, presence()],
    ['subscribeRealtime', 'fetchToken'],
    false,
  ],
])('one phone: %s', (_sentence, events, last, isAway) => {
  const { state, last: effects } = run(events);
  expect(orders(effects)).toEqual(last);
  expect(isElsewhere(state)).toBe(isAway);
});

const secondTab: Happening = [agent.slice(0, 2), 'pageLockLost'];

test.each<[string, readonly Happening[], readonly string[], boolean]>([
  ['a second tab is not the phone, and says nothing to the server', secondTab, ['unregisterDevice'], true],
  ['nor does it register', [secondTab, token], [], true],
  ['nor report', [secondTab, ticked], [], true],
  ["'Use it here' takes the lock", [secondTab, 'useItHereClicked'], ['stealPageLock'], true],
  [
    'with the lock it registers and reports',
    [secondTab, 'pageLockGained'],
    ['loadDrafts', 'loadForms', 'loadOutbox', 'fetchToken', 'reportPresence'],
    false,
  ],
  ['the tab that lost it unregisters', [online, 'pageLockLost'], ['unregisterDevice'], true],
  ['and a late answer does not bring it back', [online, 'pageLockLost', presence()], [], true],
])('one tab: %s', (_sentence, events, last, isAway) => {
  const { state, last: effects } = run(events);
  expect(effects.map(({ type }) => type)).toEqual(last);
  expect(isElsewhere(state)).toBe(isAway);
});

test('a lock that was requested by a click takes the lease over too', () => {
  const { last } = run([secondTab, 'useItHereClicked', 'pageLockGained']);
  expect(last).toContainEqual(expect.objectContaining({ type: 'reportPresence', takeOver: true }));
});

test("'Use it here' asks for the lease", () => {
  const { last } = run([elsewhere, 'useItHereClicked']);
  expect(last).toContainEqual(expect.objectContaining({ type: 'reportPresence', takeOver: true }));
});

test('presence is reported at every change and tick, and never by a visitor', () => {
  const reports = (...events: readonly Happening[]) =>
    run(events).last.filter(({ type }) => type === 'reportPresence');
  expect(reports(agent)).toHaveLength(1);
  expect(reports(agent, ticked)).toHaveLength(1);
  expect(reports(agent, 'deviceRegistered')).toHaveLength(1);
  expect(reports(agent, 'deviceRegistered', 'deviceRegistered')).toHaveLength(0);
  expect(reports(visitor, ticked)).toHaveLength(0);
});

test('call quality is reported after the call, but not after a logout', () => {
  const measured: PhoneEvent = { type: 'callMeasured', sid: 'CA1', quality: unmeasured };
  const told = (events: readonly PhoneEvent[]) =>
    run([events, measured]).last.filter(({ type }) => type === 'reportQuality');
  expect(told(agent)).toEqual([{ type: 'reportQuality', sid: 'CA1', quality: unmeasured }]);
  expect(told(visitor)).toEqual([]);
});

test.each<[string, 'open' | 'closed', readonly Happening[], boolean]>([
  ['of a call that is not closed is reported', 'open', [agent, talk()], true],
  ['of a call that is closed is not', 'closed', [agent, talk()], false],
  ['of a call that was let go is reported too', 'open', agent, true],
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
])('a login that comes back with %s says so, and only what the phone itself can say', (loginError, text) => {
  const { state } = run([cameBack(loginError), 'visitorArrived']);
  expect(banner(state)).toBe(text);
});

test('a login error is ignored for a signed-in user', () => {
  const { state } = run([cameBack('badCredentials'), { type: 'userLoaded', user }]);
  expect(banner(state)).toBeNull();
});
