import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../testing/until.ts';
import { parseTree } from '../../twiml/core/tree.ts';
import { account, openWorld, type World } from '../world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ VOICE_CPS: 5 });
  world.on('/wait', '<Pause length="30"/>');
  return () => world.close();
});

/** A raw request, for requests that the official SDK wouldn't send. */
async function raw(path: string, init: RequestInit = {}) {
  const response = await world.fetch(path, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
});

describe('authentication', () => {
  test.each([
    ['the account with its token', account.sid, account.token, 200],
    ['the API key with its secret', account.apiKey, account.apiSecret, 200],
    ['a wrong token', account.sid, 'wrong', 401],
    ["a key with the account's token", account.apiKey, account.token, 401],
    ['no credentials', '', '', 401],
  ])('%s: the status is $3', async (_, user, password, status) => {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const response = await raw('/Calls.json', { headers: { authorization } });
    expect(response.status).toBe(status);
    if (status === 401)
      expect(response.body).toMatchObject({ code: 20003, status: 401, message: 'Authenticate' });
  });

  test("another account's path is rejected", async () => {
    expect((await world.fetch(`/../AC${'f'.repeat(32)}/Calls.json`)).status).toBe(401);
  });
});

const validCall = { To: '+14155550100', From: '+14155550199', Url: 'http://127.0.0.1:9/' };

test.each<[string, string, Record<string, string>, number, number]>([
  ['a call without To', '/Calls.json', { ...validCall, To: '' }, 400, 21201],
  ['a call to an invalid number', '/Calls.json', { ...validCall, To: '12' }, 400, 21211],
  ['a call to an invalid identity', '/Calls.json', { ...validCall, To: 'client:a b' }, 400, 21211],
  ['a call without From', '/Calls.json', { To: validCall.To, Url: validCall.Url }, 400, 21213],
  ['a call from an invalid number', '/Calls.json', { ...validCall, From: 'me' }, 400, 21212],
  ['a call without Url', '/Calls.json', { To: validCall.To, From: validCall.From }, 400, 21205],
  ['an invalid Url', '/Calls.json', { ...validCall, Url: 'ftp://x' }, 400, 21205],
  [
    'an unknown application',
    '/Calls.json',
    { To: validCall.To, From: validCall.From, ApplicationSid: 'APx' },
    400,
    21218,
  ],
  ['an invalid StatusCallback', '/Calls.json', { ...validCall, StatusCallback: 'x' }, 400, 21609],
  ['an invalid Timeout', '/Calls.json', { ...validCall, Timeout: 'soon' }, 400, 20001],
  ['an unknown call', `/Calls/CA${'0'.repeat(32)}.json`, { Status: 'completed' }, 404, 20404],
  ['an unknown conference', '/Conferences/none.json', { Status: 'completed' }, 404, 20404],
  [
    'a participant of an unknown conference',
    '/Conferences/none/Participants/x.json',
    { Muted: 'true' },
    404,
    20404,
  ],
  [
    'a participant for an unknown conference sid',
    `/Conferences/CF${'0'.repeat(32)}/Participants.json`,
    validCall,
    404,
    20404,
  ],
  ['an invalid number', '/IncomingPhoneNumbers.json', { PhoneNumber: '911' }, 400, 21421],
  ['a text without To', '/Messages.json', { From: validCall.From, Body: 'x' }, 400, 21604],
  ['a text without Body', '/Messages.json', { From: validCall.From, To: validCall.To }, 400, 21602],
  ['an unsupported resource', '/Trunks.json', {}, 404, 20404],
])("%s is rejected in the provider's format", async (_, path, fields, status, code) => {
  const response = await raw(path, form(fields));
  expect(response).toMatchObject({
    status,
    body: { status, code, more_info: `https://www.twilio.com/docs/errors/${code}` },
  });
  expect(typeof response.body['message']).toBe('string');
});

test.each([
  ['JSON', { method: 'POST', body: '{"To":1}', headers: { 'content-type': 'application/json' } }],
  ['broken JSON', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
  ['another type', { method: 'POST', body: 'x', headers: { 'content-type': 'image/png' } }],
  ['a body that is too long', { method: 'POST', body: new URLSearchParams({ To: 'x'.repeat(400_000) }) }],
])('a request with %s is rejected with a 4xx error', async (_, init) => {
  const response = await raw('/Calls.json', init);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(response.body).toMatchObject({ status: response.status });
});

describe("errors have the provider's format", () => {
  const send = async (path: string, headers: Record<string, string> = {}) => {
    const basic = Buffer.from(`${account.sid}:${account.token}`).toString('base64');
    const given = { authorization: `Basic ${basic}`, ...headers };
    const outgoing = request({ host: '127.0.0.1', port: world.voice.port, path, headers: given }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: responseHeaders } = response;
    return { status, type: responseHeaders['content-type'] ?? '', text: await text(response) };
  };
  const calls = `/2010-04-01/Accounts/${account.sid}/Calls.json`;

  test.each<[string, string, Record<string, string>]>([
    ['a path outside the API', '/nothing', {}],
    ["another product's path", '/v2/PhoneNumbers/+14155550100', {}],
    ['an unknown path in the API', '/2010-04-01/Nothing.json', {}],
    ['an unknown path in the lab', '/lab/nothing', {}],
    ['a malformed path', '/%zz', {}],
    ["another product's host", calls, { host: 'messaging.twilio.com' }],
    ["another product's host at an edge", calls, { host: 'lookups.dublin.ie1.twilio.com' }],
    ["another product's host behind a proxy", calls, { 'x-forwarded-host': 'verify.twilio.com' }],
  ])('%s is answered in JSON', async (_, path, headers) => {
    const response = await send(path, headers);
    const { status, code, message, more_info } = JSON.parse(response.text) as Record<string, unknown>;
    expect(response).toMatchObject({ status, type: 'application/json; charset=utf-8' });
    if (path === '/%zz') expect({ status, code }).toEqual({ status: 400, code: 20001 });
    else
      expect({ status, code, message, more_info }).toEqual({
        status: 404,
        code: 20404,
        message: `The requested resource ${path} was not found`,
        more_info: 'https://www.twilio.com/docs/errors/20404',
      });
  });

  test.each([
    ['its own host at an edge', { host: 'api.sydney.au1.twilio.com' }],
    ['its own host', { host: 'api.twilio.com' }],
    ['any other host', { host: 'voice.example.com' }],
  ])('%s is served', async (_, headers) => {
    expect((await send(calls, headers)).status).toBe(200);
  });

  test.each<[string, string, number, number, Record<string, string>]>([
    ['a path without an extension', `/2010-04-01/Accounts/${account.sid}/No<th>&ing`, 404, 20404, {}],
    [
      'a wrong password',
      `/2010-04-01/Accounts/${account.sid}/Recordings/RE1`,
      401,
      20003,
      { authorization: 'x' },
    ],
    ['an unknown account', '/2010-04-01/Accounts/AC1', 401, 20003, {}],
    ['a path without an account', '/2010-04-01/Nothing', 404, 20404, {}],
  ])('%s is answered in XML', async (_, path, status, code, headers) => {
    const response = await send(path, headers);
    expect(response).toMatchObject({ status, type: 'application/xml; charset=utf-8' });
    const tree = parseTree(response.text);
    if ('error' in tree) throw new Error(tree.error);
    const [exception] = tree.children;
    expect([tree.name, exception?.name]).toEqual(['TwilioResponse', 'RestException']);
    const fields = exception?.children.map(({ name, text }) => [name, text]) ?? [];
    expect(Object.fromEntries(fields)).toMatchObject({
      Code: String(code),
      Status: String(status),
      MoreInfo: `https://www.twilio.com/docs/errors/${code}`,
    });
  });

  test('the SDK throws its own error for a request to another product', async () => {
    await expect(world.client.lookups.v2.phoneNumbers('+14155550100').fetch()).rejects.toMatchObject({
      status: 404,
      code: 20404,
    });
  });
});

test('the SDK creates, lists, updates and deletes applications and numbers', async () => {
  const { applications, incomingPhoneNumbers } = world.client;
  const application = await applications.create({ friendlyName: 'one', voiceUrl: 'http://a.test/1' });
  expect(await applications.list({ friendlyName: 'one' })).toHaveLength(1);
  const changed = await applications(application.sid).update({ voiceUrl: 'http://a.test/2#rc=2' });
  expect(changed).toMatchObject({
    voiceUrl: 'http://a.test/2#rc=2',
    friendlyName: 'one',
    voiceMethod: 'POST',
  });
  expect(changed.dateCreated).toBeInstanceOf(Date);
  const number = await incomingPhoneNumbers.create({
    phoneNumber: '+14155550150',
    voiceUrl: 'http://a.test/n',
  });
  expect(await incomingPhoneNumbers.list({ phoneNumber: '+14155550150' })).toMatchObject([
    { sid: number.sid },
  ]);
  await expect(incomingPhoneNumbers.create({ phoneNumber: '+14155550150' })).rejects.toMatchObject({
    code: 21422,
  });
  await incomingPhoneNumbers(number.sid).update({ statusCallback: 'http://a.test/s', voiceUrl: '' });
  expect(await incomingPhoneNumbers(number.sid).fetch()).toMatchObject({
    statusCallback: 'http://a.test/s',
    voiceUrl: null,
  });
  expect(await incomingPhoneNumbers(number.sid).remove()).toBe(true);
  expect(await applications(application.sid).remove()).toBe(true);
  await expect(applications(application.sid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
});

test('once numbers are configured, only they can be caller IDs', async () => {
  const number = await world.client.incomingPhoneNumbers.create({ phoneNumber: '+14155550151' });
  const [to, other] = ['+14155550101', '+14155550152'];
  await expect(world.dial(to, { from: other })).rejects.toMatchObject({ code: 21210 });
  const call = await world.dial(to, { from: '+14155550151' });
  expect(call).toMatchObject({ status: 'queued', direction: 'outbound-api', from: '+14155550151' });
  await world.client.calls(call.sid).update({ status: 'canceled' });
  await world.client.incomingPhoneNumbers(number.sid).remove();
});

test('created calls respect the rate limit and report their queue time', async () => {
  const startedAt = performance.now();
  const calls = await Promise.all(Array.from({ length: 6 }, () => world.dial('+14155550102')));
  const fetchAll = () => Promise.all(calls.map((call) => world.client.calls(call.sid).fetch()));
  const done = await until(async () => {
    const all = await fetchAll();
    return all.every((call) => call.status === 'busy') ? all : null;
  }, 'all calls to be busy');
  expect(performance.now() - startedAt).toBeGreaterThan(950);
  const waits = done.map((call) => Number(call.queueTime)).sort((one, other) => one - other);
  expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
});

test('the SDK pages through lists', async () => {
  const all = await world.client.calls.list({ pageSize: 2 });
  expect(all.length).toBeGreaterThan(4);
  expect(new Set(all.map((call) => call.sid)).size).toBe(all.length);
  const page = await world.client.calls.page({ pageSize: 3 });
  expect(page.instances).toHaveLength(3);
  expect((await page.nextPage())?.instances[0]?.sid).toBe(all[3]?.sid);
});

test('a simulated phone calls a business number, runs its TwiML, and hangs up', async () => {
  world.on('/greet', '<Pause/><Dial><Conference waitUrl="">inbound</Conference></Dial>');
  const number = await world.client.incomingPhoneNumbers.create({
    phoneNumber: '+14155550160',
    voiceUrl: world.url('/greet'),
    statusCallback: world.url('/inbound-status'),
  });
  const sid = await world.callIn('+14155550142', '+14155550160');
  const hook = await world.waitForPath('/greet');
  expect(hook).toMatchObject({
    signed: true,
    params: {
      CallSid: sid,
      From: '+14155550142',
      Caller: '+14155550142',
      To: '+14155550160',
      Called: '+14155550160',
      Direction: 'inbound',
      CallStatus: 'ringing',
      ApiVersion: '2010-04-01',
      AccountSid: account.sid,
    },
  });
  const line = await world.waitForLine(sid, (one) => one.level_in > 0.01, 'speech');
  expect(line).toMatchObject({ kind: 'carrier', status: 'in-progress', level_out: 0 });
  await world.hangUp(sid);
  const ended = await world.waitForPath('/inbound-status');
  expect(ended.params).toMatchObject({ CallStatus: 'completed', CallSid: sid });
  await world.client.incomingPhoneNumbers(number.sid).remove();
  await expect(world.lab('/calls', { from: '+14155550142', to: '+14155550160' })).rejects.toThrow(
    'not configured',
  );
});

test('texts are stored and listed', async () => {
  const message = await world.client.messages.create({
    to: '+14155550100',
    from: '+14155550199',
    body: 'Hello',
  });
  expect(message.status).toBe('queued');
  expect(await world.client.messages.list({ to: '+14155550100' })).toMatchObject([
    { sid: message.sid, body: 'Hello' },
  ]);
  const { messages } = await world.lab<{ messages: unknown[] }>('/messages');
  expect(messages).toMatchObject([{ sid: message.sid, body: 'Hello', to: '+14155550100' }]);
});

test("the lab requires the account's credentials", async () => {
  const response = await fetch(`http://127.0.0.1:${world.voice.port}/lab/lines`);
  expect(response.status).toBe(401);
});

describe.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('a clock set %s by an hour', (name, step) => {
  const setClock = () =>
    vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + step);
  const spent = (value: unknown): number => Math.abs(Number(value));

  test('delays no calls and changes no durations', async () => {
    world.on('/queue', '<Enqueue>clock</Enqueue>');
    const call = await world.dial('+14155550106', { url: world.url('/queue') });
    const waiting = await until(
      async () => (await world.client.queues.list()).find((one) => one.currentSize === 1),
      'a member in the queue',
    );
    const clock = setClock();
    try {
      const path = `/clock-${name}`;
      const callbacks = { statusCallback: world.url(path), statusCallbackEvent: ['ringing'] };
      const later = await world.dial('+14155550101', callbacks);
      await world.waitForPath(path);
      expect(spent((await world.client.calls(later.sid).fetch()).queueTime)).toBeLessThan(10_000);
      await world.client.calls(later.sid).update({ status: 'canceled' });
      const [member] = await world.client.queues(waiting.sid).members.list();
      expect(spent(member?.waitTime)).toBeLessThan(600);
      expect(spent((await world.client.queues(waiting.sid).fetch()).averageWaitTime)).toBeLessThan(600);
      await world.client.calls(call.sid).update({ status: 'completed' });
      const over = await until(async () => {
        const one = await world.client.calls(call.sid).fetch();
        return one.status === 'completed' && one;
      }, 'the call to end');
      expect(spent(over.duration)).toBeGreaterThan(0);
      expect(spent(over.duration)).toBeLessThan(600);
    } finally {
      clock.mockRestore();
    }
  });

  test('leaves the duration of a network cut unchanged', async () => {
    await world.lab('/weather', { identity: 'clock', cut_ms: 2_000, signaling: true });
    const clock = setClock();
    const answered: string[] = [];
    const listen = (identity: string) => {
      const socket = new WebSocket(`ws://127.0.0.1:${world.voice.port}/signal`);
      const payload = { token: world.token(identity) };
      socket.on('open', () => socket.send(JSON.stringify({ type: 'listen', version: '1.6', payload })));
      socket.on('message', (data) => {
        if (String(data) !== '\n') answered.push(identity);
      });
      return socket;
    };
    const cut = listen('clock');
    await new Promise((resolve) => cut.once('open', resolve));
    const other = listen('other');
    try {
      await until(() => answered.length === 2, 'both to be connected');
      expect(answered).toEqual(['other', 'clock']);
    } finally {
      cut.terminate();
      other.terminate();
      clock.mockRestore();
    }
  });
});
