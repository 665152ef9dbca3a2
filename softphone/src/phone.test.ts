/** Tests the phone without its device against a real HTTP server that responds incorrectly, late, or never. */

import type { User } from '@offhook/contract/accounts/user';
import { REQUESTS, type RequestName } from '@offhook/contract/requests/all-requests';
import { PHONE_REQUESTS } from '@offhook/contract/requests/requests';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Api, createApi } from './adapters/server/api.ts';
import { createPresence } from './adapters/server/presence.ts';
import { createDraftStore } from './adapters/storage/draft-store.ts';
import { createFormStore } from './adapters/storage/form-store.ts';
import { createOutboxStore } from './adapters/storage/outbox-store.ts';
import {
  apiError,
  empty,
  type FakeServer,
  html,
  interrupted,
  json,
  neverEnding,
  noResponse,
  type Responder,
  startFakeServer,
} from './bad-server/fake-server.ts';
import { defaultSettings } from './core/audio/audio-state.ts';
import type { PhoneEvent } from './core/events.ts';
import { unfinishedDraft } from './core/forms/typed.ts';
import { unmeasured } from './core/line/quality-figures.ts';
import { card } from './core/lists/card.ts';
import { hasUnsentRequest, rejectedEntry } from './core/outbox/unsent.ts';
import {
  accepted,
  callOf,
  callUserOf,
  cancelled,
  choose,
  disconnected,
  type EventInput,
  KEY,
  noteSubmitted,
  offered,
  PLACED_KEY,
  pageLoaded,
  ticked,
  toEvents,
  user,
} from './core/sample-events.ts';
import { alertText, banner } from './core/screen/ringing/alerts.ts';
import { statusLine } from './core/screen/status-line.ts';
import { viewName } from './core/screen/view-name.ts';
import { isOnline } from './core/session/offline.ts';
import { memoryStorage } from './memory-storage.ts';
import { createTimers } from './perform/page.ts';
import { type Adapters, performEffect } from './perform/perform.ts';
import { isForVisitor, performForVisitor } from './perform/visitor.ts';
import { createPhone, type Phone } from './phone.ts';

const UNKNOWN = 'Something went wrong. Please try again.';
const UNREACHABLE = 'Can’t reach the server. Check your connection, then try again.';
const CHANGED = 'Your session has changed. Reload the page.';
const TOO_MANY = 'Too many attempts. Please try again later.';
const ok = json(200, { success: true });
const loggedOut = apiError(401, 'Log in to continue.');
const reported = json(200, { success: true, phone: true, resume: null });

const USER = 'GET /api/v1/user';
const LOGIN = 'POST /api/v1/user/login';
const TOKEN = 'GET /api/v1/twilio/token2';
const CALL_USER = 'GET /api/v1/callusers/77';
const PLACE = 'POST /api/v1/calls/twilio/outbound';
const RESULT = 'POST /apps/webrtc/55/disposition';
const NOTE = 'POST /api/v1/notes';
const REJECT = 'POST /apps/webrtc/55/reject';
const HANG_UP = 'POST /api/v1/calls/55/hangup';
const PRESENCE = 'POST /api/v1/presence';
const LOGOUT = 'POST /api/v1/user/logout';

/** No response until the test ends. */
const keepOpen: Responder = () => {};

let server: FakeServer;
/** Lets each request time out. */
let pending: { readonly request: string; readonly giveUp: () => void }[];
let sending: string;
let phone: Phone;
let performed: string[];
let reloads: number;
/** Requests whose responses have reached the phone. */
let answered: string[];
let storage: Storage;
let ids: number;

beforeEach(async () => {
  server = await startFakeServer();
  pending = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const control = new AbortController();
    const giveUp = () => control.abort(new DOMException('The time has passed.', 'TimeoutError'));
    pending.push({ request: sending, giveUp });
    return control.signal;
  });
  for (const request of [RESULT, REJECT, HANG_UP, LOGOUT]) setResponse(request, ok);
  setUser(user, 'csrf-1');
  setResponse(TOKEN, json(200, { token: 'voice-token' }));
  setResponse(CALL_USER, json(200, callUserOf()));
  setResponse(PRESENCE, reported);
  setResponse(PLACE, json(200, { success: true, call_user_id: 88, call: callOf({ type: 'outbound' }) }));
  setResponse(NOTE, json(200, { success: true, note: { id: 1, content: 'x', call_id: 55 } }));
  performed = [];
  reloads = 0;
  answered = [];
  storage = memoryStorage();
  ids = 0;
  loadPage();
});

/** A new page; only the storage is kept. */
function loadPage(): void {
  phone = createPhone({
    perform: (effect, send) => {
      if (isForVisitor(effect)) void performForVisitor(effect, visitor, send);
      else performEffect(adapters, effect, send);
    },
  });
  const adapters = createAdapters(server.base);
  const visitor = {
    api: adapters.api,
    now: adapters.now,
    reload: () => {
      reloads += 1;
    },
    search: '',
    redirect: () => {},
  };
}

afterEach(async () => {
  send('logoutClicked');
  await server.stop();
  vi.restoreAllMocks();
});

/** Sets the response. `noResponse` times out once the server has received the request. */
function setResponse(request: string, answer: Responder): void {
  const passTime = () => {
    for (const one of pending) if (one.request === request) one.giveUp();
  };
  server.answer(request, answer === noResponse ? passTime : answer);
}

function setUser(newUser: User, csrf_token: string): void {
  setResponse(USER, json(200, { success: true, csrf_token, user: newUser }));
}

function requestOf(name: RequestName, input: object): string {
  const { method, path } = REQUESTS[name];
  const id = 'params' in input ? (input.params as { readonly id: number }).id : '';
  return `${method} ${path.replace(':id', String(id))}`;
}

/** Everything except the API and presence only records its calls. */
function createAdapters(base: string): Adapters {
  const record = (name: string) => (callKey?: string) => {
    performed.push(callKey === undefined ? name : `${name} ${callKey}`);
  };
  const warn = () => {};
  const send = (event: PhoneEvent) => phone.send(event);
  const client = createApi({
    base,
    language: () => 'en-US',
    sessionExpired: () => send({ type: 'sessionExpired' }),
  });
  client.addRequests(PHONE_REQUESTS);
  const api: Api = {
    base,
    request: async (name, input) => {
      sending = requestOf(name, input);
      const result = await client.request(name, input);
      // At most one turn of the event loop after the phone received it.
      setTimeout(() => answered.push(name), 0);
      return result;
    },
    send: (name, input) => {
      sending = requestOf(name, input);
      return client.send(name, input);
    },
  };
  return {
    api,
    phoneId: 'page-1',
    warn,
    now: () => 1_000,
    voice: {
      register: record('register'),
      updateToken: record('updateToken'),
      unregister: () => record('unregister')(),
      recreateDevice: () => record('recreateDevice')(),
      destroy: () => record('destroy')(),
      connect: record('connect'),
      accept: record('accept'),
      reject: record('reject'),
      ignore: record('ignore'),
      disconnect: record('disconnect'),
      mute: record('mute'),
      sendDigits: record('sendDigits'),
      applySettings: () => {},
      postFeedback: () => null,
      sendMessage: () => null,
    },
    realtime: {
      subscribe: () => record('subscribe')(),
      unsubscribe: () => record('unsubscribe')(),
      reconnect: () => record('reconnect')(),
    },
    pageLock: {
      take: () => send({ type: 'pageLockGained' }),
      steal: () => send({ type: 'pageLockGained' }),
      release: () => {},
    },
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    drafts: createDraftStore(storage, () => 1_000),
    forms: createFormStore(storage, () => 1_000),
    outbox: createOutboxStore(storage),
    presence: createPresence({
      api,
      phoneId: 'page-1',
      startClock: () => () => {},
      send,
      now: () => 1_000,
      warn,
    }),
    recordingTone: { play: () => {}, setSink: () => {} },
    ringSound: {
      tryOut: () => {},
      start: () => record('ring')(),
      stop: () => record('silence')(),
      setSink: () => {},
    },
    audioDevices: { list: () => {} },
    notifyPermission: { request: () => {} },
    notification: { show: () => {}, close: () => {} },
    storage: {
      loadSettings: () => defaultSettings,
      saveSettings: () => {},
      loadCall: () => null,
      saveCall: () => {},
      removeCall: () => {},
    },
    timers: createTimers(),
    page: {
      browser: 'test',
      copyText: () => Promise.resolve(),
      updateApp: () => Promise.resolve(),
    },
  };
}

const until = (check: () => void) =>
  vi.waitFor(check, { timeout: 30_000 * Number(process.env['OFFHOOK_PATIENCE'] ?? 1), interval: 5 });
const send = (input: EventInput) => {
  for (const event of toEvents(input)) phone.send(event);
};
/** Triggers a presence report. */
const tick = () => send(ticked);
const state = () => phone.getState();
const view = () => viewName(state());
const waitForView = (name: string) => until(() => expect(view()).toBe(name));
const waitForBanner = (text: string) => until(() => expect(banner(state())).toBe(text));
const waitForAdapterCall = (name: string) => until(() => expect(performed).toContain(name));
const receivedRequests = (request: string) =>
  server.received.filter(({ method, path }) => `${method} ${path}` === request);
const lastBody = (request: string) => JSON.parse(receivedRequests(request).at(-1)?.body ?? '');
const waitForRequest = (request: string) =>
  until(() => expect(receivedRequests(request).length).toBeGreaterThan(0));

async function signIn(): Promise<void> {
  phone.send(pageLoaded);
  await waitForView('waiting');
  await waitForAdapterCall('register voice-token');
}

async function signInAgain(): Promise<void> {
  loadPage();
  await signIn();
}

async function goToRing(): Promise<void> {
  await signIn();
  phone.send(offered);
  await waitForView('ringing');
}

function accept(): void {
  send('acceptClicked');
  send(accepted(KEY, 1_000));
}

async function goToCall(): Promise<void> {
  await goToRing();
  accept();
}

async function goToResult(): Promise<void> {
  await goToCall();
  phone.send(disconnected({ at: 90_000 }));
}

const callTo = (fname = ''): PhoneEvent => ({
  type: 'callNowClicked',
  fname,
  lname: '',
  phoneNumber: '+14155550100',
  problem: null,
  callerId: '',
  callerNumber: null,
});

/** Submits a note that gets no response. */
async function sendUnansweredNote(content = 'Call back in May'): Promise<void> {
  await goToNote();
  setResponse(NOTE, noResponse);
  send(noteSubmitted(content));
  await waitForView('waiting');
  await waitUntilIdle();
}

async function goToNote(): Promise<void> {
  await goToResult();
  send(choose('contacted'));
  await waitForView('thankyou');
  send('addNoteClicked');
}

const bad: readonly (readonly [string, Responder, string])[] = [
  ['500 with HTML', html(500), UNKNOWN],
  ['200 with HTML', html(200), UNKNOWN],
  ['a rejection', apiError(422, 'X'), 'X'],
  ['a rejection with 200', apiError(200, 'X'), 'X'],
  ['419', apiError(419, CHANGED), CHANGED],
  ['429', apiError(429, TOO_MANY), TOO_MANY],
  ['a rejection without a text', json(500, { success: false }), UNKNOWN],
  ['no response', noResponse, UNREACHABLE],
  ['a truncated response', interrupted, UNREACHABLE],
  ["a proxy's 502", html(502), UNKNOWN],
  ['an endless response', neverEnding, UNKNOWN],
];

/** Not a response of the API itself; whether the request arrived is unknown. */
const unanswered: readonly string[] = ['no response', 'a truncated response', "a proxy's 502"];
const badResponses = bad.filter(([name]) => !unanswered.includes(name));
const noResponses = bad.filter(([name]) => unanswered.includes(name));
/** For requests whose response doesn't matter. */
const heldResponses = bad.map(([name, answer]) => [name, answer === noResponse ? keepOpen : answer] as const);

test.each(bad.filter(([name]) => !name.startsWith('a rejection with 200')))(
  'the first request answered with %s shows the login with an error',
  async (_name, answer, text) => {
    setResponse(USER, answer);
    phone.send(pageLoaded);
    await waitForView('login');
    // The specification names the text for a network failure here.
    expect(banner(state())).toBe(text === UNREACHABLE ? UNKNOWN : text);
  },
);

test('a 401 to the first request shows the login without an error or a reload', async () => {
  setResponse(USER, loggedOut);
  phone.send(pageLoaded);
  await waitForView('login');
  expect(banner(state())).toBeNull();
  expect(reloads).toBe(0);
});

test.each(bad)(
  'a login answered with %s shows the error, and the form is usable again',
  async (_name, answer, text) => {
    setResponse(USER, json(200, { success: false, csrf_token: 'csrf-visitor' }));
    setResponse(LOGIN, answer);
    phone.send(pageLoaded);
    await waitForView('login');
    phone.send({ type: 'loginSubmitted', email: 'a@b.co', password: 'x' });
    await waitForBanner(text);
    setResponse(LOGIN, json(200, { success: true, csrf_token: 'csrf-2' }));
    phone.send({ type: 'loginSubmitted', email: 'a@b.co', password: 'y' });
    await until(() => expect(reloads).toBe(1));
    expect(receivedRequests(LOGIN).at(-1)?.headers['x-csrf-token']).toBe('csrf-visitor');
  },
);

test('a note typed when the session expires is offered after the next login, only to its author', async () => {
  await goToNote();
  phone.send({ type: 'draftTyped', text: 'Owns two properties.' });
  setResponse(PRESENCE, loggedOut);
  tick();
  await until(() => expect(reloads).toBe(1));
  setResponse(PRESENCE, reported);
  setUser({ ...user, id: 70 }, 'csrf-2');
  await signInAgain();
  expect(unfinishedDraft(state())).toBeNull();
  setUser(user, 'csrf-3');
  await signInAgain();
  expect(unfinishedDraft(state())).toMatchObject({ kind: 'note', text: 'Owns two properties.' });
  phone.send({ type: 'draftOpened', id: 'note-55' });
  expect(state().screen.view).toMatchObject({ name: 'note', draft: 'Owns two properties.' });
  send(noteSubmitted('Owns two properties.'));
  await waitForView('waiting');
  await signInAgain();
  expect(unfinishedDraft(state())).toBeNull();
});

test('the first request has a time, and all later ones have the CSRF token', async () => {
  await goToRing();
  expect(server.received[0]).toMatchObject({ method: 'GET', path: '/api/v1/user' });
  expect(server.received[0]?.query.get('time')).toBe('1000');
  expect(server.received.slice(1).map(({ headers }) => headers['x-csrf-token'])).toEqual(
    server.received.slice(1).map(() => 'csrf-1'),
  );
});

test('a voice token is requested with a time to register the device, and without one to renew the token', async () => {
  await signIn();
  expect(receivedRequests(TOKEN)[0]?.query.get('time')).toBe('1000');
  send('tokenExpiring');
  await waitForAdapterCall('updateToken voice-token');
  expect(receivedRequests(TOKEN)[1]?.query.has('time')).toBe(false);
});

test.each(bad)(
  'a voice token request answered with %s is sent again at the next tick',
  async (_name, answer) => {
    setResponse(TOKEN, answer);
    phone.send(pageLoaded);
    await until(() => expect(state().line.tokenMissing).toBe(true));
    expect(banner(state())).toBeNull();
    setResponse(TOKEN, json(200, { token: 'voice-token' }));
    tick();
    await waitForAdapterCall('register voice-token');
  },
);

test.each<[string, () => Promise<void> | undefined, PhoneEvent]>([
  [TOKEN, () => undefined, pageLoaded],
  [PRESENCE, () => undefined, pageLoaded],
  [PLACE, signIn, callTo()],
  [RESULT, goToResult, choose('missed')],
  [NOTE, goToNote, noteSubmitted('abc')],
  [CALL_USER, signIn, offered],
])('a 401 to %s reloads the page', async (request, before, event) => {
  setResponse(request, loggedOut);
  await before();
  phone.send(event);
  await until(() => expect(reloads).toBe(1));
  expect(view()).toBe('startup');
});

test.each(bad)('a lookup answered with %s rejects the ring', async (_name, answer) => {
  await signIn();
  setResponse(CALL_USER, answer);
  phone.send(offered);
  await waitForAdapterCall(`reject ${KEY}`);
  expect(view()).toBe('waiting');
});

test.each(bad)(
  'a New Call answered with %s shows the error and can be retried',
  async (_name, answer, text) => {
    await signIn();
    setResponse(PLACE, answer);
    const callNow: PhoneEvent = callTo('Lee');
    phone.send(callNow);
    await waitForBanner(text);
    expect(performed).not.toContain(`connect ${PLACED_KEY}`);
    setResponse(PLACE, json(200, { success: true, call_user_id: 88, call: callOf() }));
    phone.send(callNow);
    await waitForAdapterCall(`connect ${PLACED_KEY}`);
    expect(lastBody(PLACE)).toEqual({
      fname: 'Lee',
      lname: '',
      phone_number: '+14155550100',
      agent_id: 7,
      interface: 'desktop',
    });
  },
);

/** A rejected request shows why and keeps the view; the second attempt succeeds. */
async function sendTwice(request: string, answer: Responder, event: PhoneEvent, text: string): Promise<void> {
  const before = view();
  setResponse(request, answer);
  phone.send(event);
  await waitForBanner(text);
  expect(view()).toBe(before);
  setResponse(request, empty(200));
  phone.send(event);
}

test.each(badResponses)(
  'a result answered with %s shows the error and can be chosen again',
  async (_name, answer, text) => {
    await goToResult();
    await sendTwice(RESULT, answer, choose('voicemail'), text);
    await waitForView('thankyou');
    expect(lastBody(RESULT)).toEqual({ status: 'voicemail' });
  },
);

test.each([403, 404])('a result answered with %i shows the waiting view without a reload', async (status) => {
  await goToResult();
  setResponse(RESULT, apiError(status, 'You do not have permission to do this.'));
  send(choose('voicemail'));
  await waitForView('waiting');
  expect(alertText(state())).toBe('This call wasn’t connected to you, so no result was saved.');
});

test.each(badResponses)(
  'a note answered with %s stays and can be saved again',
  async (_name, answer, text) => {
    await goToNote();
    await sendTwice(NOTE, answer, noteSubmitted('Call back in May'), text);
    await waitForView('waiting');
    expect(lastBody(NOTE)).toEqual({ content: 'Call back in May', call_id: 55 });
  },
);

test.each(heldResponses)(
  'a reject request answered with %s changes nothing: the phone is available immediately',
  async (_name, answer) => {
    setResponse(REJECT, answer);
    await goToRing();
    send('ignoreClicked');
    expect(view()).toBe('waiting');
    await waitForRequest(REJECT);
    expect(performed).toContain(`reject ${KEY}`);
    expect(banner(state())).toBeNull();
  },
);

test('Hang Up is sent to the server before the device disconnects, without waiting for the response', async () => {
  setResponse(HANG_UP, keepOpen);
  await goToCall();
  send('hangUpClicked');
  expect(performed).toContain(`disconnect ${KEY}`);
  await waitForRequest(HANG_UP);
});

test.each([
  ['withdrawn', json(200, callUserOf({}, { status: 'withdrawn', taken_by: 'Sam' })), 'waiting'],
  ['accepted', json(200, callUserOf({}, { status: 'accepted' })), 'disposition'],
  ['ended', json(200, callUserOf({}, { status: 'ended' })), 'disposition'],
  ['ignored', json(200, callUserOf({}, { status: 'ignored' })), 'waiting'],
  ['missed', json(200, callUserOf({}, { status: 'missed' })), 'waiting'],
  ['ringing', json(200, callUserOf({}, { status: 'ringing' })), 'waiting'],
  ['no status', json(200, callUserOf()), 'disposition'],
  ['unknown', noResponse, 'disposition'],
  ['HTML', html(502), 'disposition'],
] as const)(
  'a call that ends immediately with the call user status %s leads to the right view',
  async (name, answer, expected) => {
    await goToRing();
    setResponse(CALL_USER, answer);
    accept();
    phone.send(disconnected({ at: 1_500 }));
    expect(view()).toBe('oncall');
    await until(() => expect(view()).toBe(expected));
    if (name === 'withdrawn') expect(statusLine(state())).toEqual({ name: 'text', text: 'Taken by Sam' });
  },
);

test('a late lookup of a caller who hung up does not ring', async () => {
  await signIn();
  let release: (() => void) | undefined;
  setResponse(CALL_USER, (response) => {
    release = () => json(200, callUserOf())(response);
  });
  phone.send(offered);
  await until(() => expect(release).toBeDefined());
  send(cancelled());
  release?.();
  await until(() => expect(answered).toContain('getCallUser'));
  expect(view()).toBe('waiting');
  expect(performed).not.toContain('ring');
});

test('presence reports are sent one after the other, and the last one is current', async () => {
  await signIn();
  await until(() => expect(state().session).toMatchObject({ place: 'here' }));
  let waiting: (() => void) | undefined;
  setResponse(PRESENCE, (response) => {
    waiting = () => reported(response);
  });
  const before = receivedRequests(PRESENCE).length;
  send('deviceRegistered');
  await until(() => expect(waiting).toBeDefined());
  phone.send({ type: 'ringLockFound', locked: true });
  phone.send({ type: 'ringLockFound', locked: false });
  expect(receivedRequests(PRESENCE)).toHaveLength(before + 1);
  setResponse(PRESENCE, reported);
  waiting?.();
  await until(() => expect(receivedRequests(PRESENCE)).toHaveLength(before + 2));
  expect(lastBody(PRESENCE)).toEqual({
    phone_id: 'page-1',
    state: 'waiting',
    device: 'registered',
    audio: 'ready',
    call_user_id: null,
  });
});

test('a phone that is open elsewhere unregisters, and takes over the lease on request', async () => {
  await signIn();
  const hasTakenOver = () =>
    receivedRequests(PRESENCE).some(({ body }) => JSON.parse(body).take_over === true);
  // A report pending at the click on 'Use it here' doesn't bring the phone back.
  setResponse(PRESENCE, (response) =>
    json(200, { success: true, phone: hasTakenOver(), resume: null })(response),
  );
  tick();
  await waitForAdapterCall('unregister');
  expect(hasTakenOver()).toBe(false);
  performed.length = 0;
  send('useItHereClicked');
  await waitForAdapterCall('register voice-token');
  expect(hasTakenOver()).toBe(true);
});

test.each([...heldResponses, ['an empty response', empty(200)] as const])(
  'a logout answered with %s still shows the login, and nothing is requested afterwards',
  async (_name, answer) => {
    await signIn();
    setResponse(LOGOUT, answer);
    send('logoutClicked');
    expect(view()).toBe('login');
    await waitForRequest(LOGOUT);
    const requestCount = server.received.length;
    tick();
    send('deviceUnregistered');
    expect(server.received).toHaveLength(requestCount);
    expect(performed).toContain('destroy');
  },
);

test("a disconnect because the page closes doesn't end the call", async () => {
  await goToCall();
  phone.stop();
  phone.send(disconnected({ at: 90_000 }));
  expect(view()).toBe('oncall');
  expect(state().screen.storedCall).toEqual({ callId: 55, startedAt: 1_000 });
});

const outboxEntries = () => state().outbox.entries;
/** Every response from the server triggers the next attempt. */
const waitUntilIdle = () => until(() => expect(state().outbox.sending).toBeNull());

test.each(noResponses)(
  "a result that gets %s is stored, the agent continues, and it's sent once the server responds",
  async (_name, answer) => {
    await goToResult();
    setResponse(RESULT, answer);
    send(choose('voicemail'));
    await waitForView('thankyou');
    expect(hasUnsentRequest(state())).toBe(true);
    await waitUntilIdle();
    const attempts = receivedRequests(RESULT).length;
    setResponse(RESULT, empty(200));
    tick();
    await until(() => expect(hasUnsentRequest(state())).toBe(false));
    expect(receivedRequests(RESULT)).toHaveLength(attempts + 1);
    for (const { body, headers } of receivedRequests(RESULT)) {
      expect(JSON.parse(body)).toEqual({ status: 'voicemail' });
      expect(headers['idempotency-key']).toBe('id-1');
    }
    expect(storage.length).toBe(0);
  },
);

test('unsent requests survive a reload, and are sent once each, in order', async () => {
  await goToResult();
  setResponse(RESULT, noResponse);
  send(choose('contacted'));
  await waitForView('thankyou');
  setResponse(NOTE, noResponse);
  send('addNoteClicked');
  send(noteSubmitted('Call back in May'));
  await waitForView('waiting');
  expect(outboxEntries()).toHaveLength(2);
  await waitUntilIdle();
  phone.stop();
  const before = server.received.length;
  const notes = receivedRequests(NOTE).length;
  setResponse(RESULT, empty(200));
  setResponse(NOTE, empty(200));
  await signInAgain();
  await until(() => expect(receivedRequests(NOTE)).toHaveLength(notes + 1));
  await until(() => expect(outboxEntries()).toEqual([]));
  tick();
  await until(() => expect(receivedRequests(PRESENCE).length).toBeGreaterThan(2));
  const sent = server.received
    .slice(before)
    .filter(({ method, path }) => [RESULT, NOTE].includes(`${method} ${path}`));
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { status: 'contacted' },
    { content: 'Call back in May', call_id: 55 },
  ]);
  expect(storage.length).toBe(0);
});

test("another user of the same browser neither sees nor sends the first user's requests", async () => {
  await sendUnansweredNote('For me alone');
  send('logoutClicked');
  const attempts = receivedRequests(NOTE).length;
  setResponse(NOTE, empty(200));
  setUser({ ...user, id: 8 }, 'csrf-2');
  await signInAgain();
  tick();
  await until(() => expect(receivedRequests(PRESENCE).length).toBeGreaterThan(3));
  expect(outboxEntries()).toEqual([]);
  expect(receivedRequests(NOTE)).toHaveLength(attempts);
  setUser(user, 'csrf-3');
  await signInAgain();
  await until(() => expect(receivedRequests(NOTE)).toHaveLength(attempts + 1));
});

test('a note sent in an expired session is stored for the same user', async () => {
  await goToNote();
  setResponse(NOTE, loggedOut);
  send(noteSubmitted('Not lost'));
  await until(() => expect(reloads).toBe(1));
  await until(() => expect(storage.length).toBe(1));
  setResponse(NOTE, empty(200));
  await signInAgain();
  await until(() => expect(receivedRequests(NOTE)).toHaveLength(2));
  expect(lastBody(NOTE)).toEqual({ content: 'Not lost', call_id: 55 });
  await until(() => expect(storage.length).toBe(0));
});

test('a late rejection shows its text until the agent has read it', async () => {
  await sendUnansweredNote();
  const attempts = receivedRequests(NOTE).length;
  setResponse(NOTE, apiError(422, 'This call has ended.'));
  tick();
  await until(() =>
    expect(rejectedEntry(state())).toMatchObject({
      text: 'The note for Roof quote wasn’t saved. This call has ended.',
      content: 'Call back in May',
    }),
  );
  expect(hasUnsentRequest(state())).toBe(false);
  phone.stop();
  await signInAgain();
  await until(() => expect(rejectedEntry(state())).not.toBeNull());
  expect(receivedRequests(NOTE)).toHaveLength(attempts + 1);
  phone.send({ type: 'rejectionRead', id: rejectedEntry(state())?.id ?? '' });
  expect(rejectedEntry(state())).toBeNull();
  expect(storage.length).toBe(0);
});

test('after an unknown CSRF token, a new one is fetched before the next attempt', async () => {
  await goToNote();
  setResponse(NOTE, noResponse);
  send(noteSubmitted('x'));
  await waitForView('waiting');
  setResponse(NOTE, (response) => {
    const known = response.req.headers['x-csrf-token'] === 'csrf-2';
    (known ? empty(200) : apiError(419, CHANGED))(response);
  });
  setUser(user, 'csrf-2');
  await until(() => {
    send('networkReturned');
    expect(outboxEntries()).toEqual([]);
  });
  expect(rejectedEntry(state())).toBeNull();
});

test.each(['listen', 'whisper', 'barge'] as const)(
  '%s requests to join the call, without a body',
  async (action) => {
    setUser({ ...user, permissions: [action] }, 'csrf-1');
    await signIn();
    phone.send({ type: 'superviseClicked', action, callId: 55 });
    await waitForRequest(`POST /api/v1/calls/55/${action}`);
    expect(receivedRequests(`POST /api/v1/calls/55/${action}`)[0]?.body).toBe('');
  },
);

test('a lead that a colleague adds to the current call is fetched and shown', async () => {
  const unknown = { lead: null, lead_id: null, type: 'inbound', direction: 'inbound' };
  setResponse(CALL_USER, json(200, callUserOf(unknown)));
  await goToCall();
  setResponse(CALL_USER, json(200, callUserOf({ type: 'inbound', direction: 'inbound' })));
  phone.send({ type: 'callUpdated', callId: 55 });
  await until(() => expect(card(state()).name).toBe('Roof quote'));
});

test('a page reloaded in the result view shows the waiting view', async () => {
  await goToResult();
  expect(view()).toBe('disposition');
  phone.stop();
  await signInAgain();
  expect(view()).toBe('waiting');
});

describe('a server that supports only the specified requests', () => {
  const notFound: Responder = (response) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('Not found');
  const QUALITY = 'POST /api/v1/quality';
  const DEBUG = 'POST /twilio/debug/webrtc';
  const optionalRequests = [PRESENCE, HANG_UP, QUALITY];
  const { permissions: _, integrations: __, country_code: ___, account_language: ____, ...flat } = user;

  beforeEach(() => {
    for (const request of optionalRequests) setResponse(request, notFound);
    setResponse(USER, json(200, { success: true, csrf_token: 'csrf-1', ...flat }));
  });

  /** Places a call that is answered, measured and hung up. */
  async function callOnce(): Promise<void> {
    phone.send(callTo());
    await waitForView('oncall');
    send(accepted(PLACED_KEY, 1_000));
    send('hangUpClicked');
    await waitForAdapterCall(`disconnect ${PLACED_KEY}`);
    const quality = { ...unmeasured, samples: 1 };
    phone.send({ type: 'callMeasured', sid: 'CA1', quality });
    phone.send(disconnected({ callKey: PLACED_KEY, at: 90_000 }));
    await waitForView('disposition');
    send(choose('contacted'));
    await waitForView('thankyou');
    send('doneClicked');
    await waitForView('waiting');
  }

  test('gets each other request once', async () => {
    await signIn();
    await waitForRequest(PRESENCE);
    send('deviceRegistered');
    send('realtimeConnected');
    await until(() => expect(isOnline(state())).toBe(true));
    for (const _round of [1, 2]) await callOnce();
    tick();
    send('pageLeft');
    send('logoutClicked');
    await waitForRequest(LOGOUT);
    for (const request of optionalRequests)
      expect([request, receivedRequests(request).length]).toEqual([request, 1]);
    const offered = [USER, TOKEN, PLACE, RESULT, LOGOUT, DEBUG];
    const others = server.received.map(({ method, path }) => `${method} ${path}`);
    expect(others.filter((request) => ![...offered, ...optionalRequests].includes(request))).toEqual([]);
  });

  test('rings this phone, which answers, hangs up and returns to the waiting view', async () => {
    setResponse(CALL_USER, json(200, callUserOf({ type: 'inbound', direction: 'inbound' })));
    await goToRing();
    send('acceptClicked');
    await waitForAdapterCall(`accept ${KEY}`);
    send(accepted(KEY, 1_000));
    phone.send(disconnected({ at: 90_000 }));
    await waitForView('thankyou');
    await waitForView('waiting');
  });

  test('gets an unanswered note again at the next tick', async () => {
    await sendUnansweredNote();
    setResponse(NOTE, empty(200));
    await until(() => {
      tick();
      expect(outboxEntries()).toEqual([]);
    });
  });
});
