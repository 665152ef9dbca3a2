import { beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { account, openWorld, type WebhookRequest, type World } from '../world.ts';

let world: World;
const own = '+14155550199';
const lead = '+14155550100';
let count = 0;
/** A number of the pretend network that no other test writes to. */
let somebody: string;

beforeAll(async () => {
  world = await openWorld();
  await world.client.incomingPhoneNumbers.create({ phoneNumber: own, smsUrl: world.url('/sms') });
  return () => world.close();
});

beforeEach(() => {
  count += 1;
  somebody = `+1415555${String(2_000 + count)}`;
  world.on('/sms', '');
});

const statuses = (path: string): string[] =>
  world.requests.filter((one) => one.path === path).map((one) => one.params['MessageStatus'] ?? '');

const comesIn = (body: string): Promise<{ message_sid: string }> =>
  world.lab('/messages', { from: somebody, to: own, body });

/** Sends a text whose steps that path is told. */
const send = (to: string, body: string, path: string) =>
  world.client.messages.create({ to, from: own, body, statusCallback: world.url(path) });

const toldOf = (body: string): Promise<WebhookRequest> =>
  world.waitForRequest(
    (one) => one.path === '/sms' && one.params['From'] === somebody && one.params['Body'] === body,
  );

test('a text is queued, sent and delivered, and each step is told and signed', async () => {
  const message = await send(lead, 'Hello €', '/status');
  expect(message).toMatchObject({
    status: 'queued',
    direction: 'outbound-api',
    numSegments: '1',
    numMedia: '0',
    errorCode: null,
    dateSent: null,
  });
  const told = await world.waitForPath('/status', (params) => params['MessageStatus'] === 'delivered');
  expect(told).toMatchObject({
    signed: true,
    params: {
      MessageSid: message.sid,
      SmsSid: message.sid,
      SmsStatus: 'delivered',
      From: own,
      To: lead,
      AccountSid: account.sid,
      ApiVersion: '2010-04-01',
    },
  });
  await until(() => statuses('/status').length === 3, 'all steps');
  expect(statuses('/status').sort()).toEqual(['delivered', 'queued', 'sent']);
  const delivered = await world.client.messages(message.sid).fetch();
  expect(delivered.status).toBe('delivered');
  expect(delivered.dateSent).toBeInstanceOf(Date);
  expect(await delivered.media().list()).toEqual([]);
});

test('a text to a number that does not exist is undelivered, with the provider’s code', async () => {
  const { sid } = await send('+14155550104', 'Hello', '/lost');
  const told = await world.waitForPath('/lost', (params) => params['MessageStatus'] === 'undelivered');
  expect(told.params).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: '30005' });
  expect(await world.client.messages(sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30005 });
});

test('a text that its operator lets not through has failed, and was never sent', async () => {
  const { sid } = await send('+14155550129', 'Hello', '/failed');
  const told = await world.waitForPath('/failed', (params) => params['MessageStatus'] === 'failed');
  expect(told).toMatchObject({ signed: true, params: { MessageSid: sid, ErrorCode: '30007' } });
  await until(() => statuses('/failed').length === 2, 'both steps');
  expect(statuses('/failed').sort()).toEqual(['failed', 'queued']);
  expect(await world.client.messages(sid).fetch()).toMatchObject({
    status: 'failed',
    errorCode: 30007,
    dateSent: null,
  });
});

test.each<[string, Record<string, unknown>, number]>([
  ['to nobody', { to: '', from: own, body: 'x' }, 21604],
  ['from nobody', { to: lead, body: 'x' }, 21603],
  ['to a number that is none', { to: '12', from: own, body: 'x' }, 21211],
  ['to a browser', { to: 'client:user_1', from: own, body: 'x' }, 21211],
  ['from a number that is none', { to: lead, from: 'me', body: 'x' }, 21212],
  ['from a number of somebody else', { to: lead, from: '+14155550111', body: 'x' }, 21606],
  ['to itself', { to: own, from: own, body: 'x' }, 21266],
  ['without words', { to: lead, from: own }, 21602],
  ['of more than 1600 characters', { to: lead, from: own, body: 'x'.repeat(1_601) }, 21617],
  ['of a service that is not there', { to: lead, messagingServiceSid: 'MG1', body: 'x' }, 21705],
  ['with a callback that is none', { to: lead, from: own, body: 'x', statusCallback: 'x' }, 21609],
])('a text %s is refused', async (_, order, code) => {
  const create = world.client.messages.create(order as { to: string });
  await expect(create).rejects.toMatchObject({ status: 400, code });
});

test('a text of somebody is told to the number’s SmsUrl, and what that answers is sent back', async () => {
  world.on(
    '/sms',
    `<Message statusCallback="${world.url('/reply')}"><Body>Thank you</Body></Message><Message to="+14155550199" from="${own}">never</Message>`,
  );
  const { message_sid: sid } = await comesIn('Hi there');
  expect(await toldOf('Hi there')).toMatchObject({
    signed: true,
    params: { MessageSid: sid, SmsStatus: 'received', To: own, NumMedia: '0', NumSegments: '1' },
  });
  const told = await world.waitForPath('/reply', (params) => params['MessageStatus'] === 'delivered');
  const reply = await world.client.messages(told.params['MessageSid'] ?? '').fetch();
  expect(reply).toMatchObject({ direction: 'outbound-reply', from: own, to: somebody, body: 'Thank you' });
  expect(await world.client.messages(sid).fetch()).toMatchObject({
    direction: 'inbound',
    status: 'received',
  });
});

test('an answer may send it on to another document', async () => {
  world.on('/sms', '<Redirect method="GET">/more</Redirect>');
  world.on('/more', '<Message>from there</Message>');
  await comesIn('again');
  const hook = await world.waitForPath('/more', (params) => params['From'] === somebody);
  expect(hook).toMatchObject({ signed: true, params: { Body: 'again' } });
  await until(
    async () => (await world.client.messages.list({ to: somebody })).find((one) => one.body === 'from there'),
    'the reply',
  );
});

test('who says STOP gets no more texts until START, and the account is told of both words', async () => {
  await comesIn(' stop ');
  await toldOf(' stop ');
  await expect(world.client.messages.create({ to: somebody, from: own, body: 'x' })).rejects.toMatchObject({
    status: 400,
    code: 21610,
  });
  world.on('/sms', '<Message action="/after">are you sure?</Message>');
  await comesIn('what?');
  await toldOf('what?');
  await world.waitForPath('/after', (params) => params['From'] === somebody);
  world.on('/sms', '');
  await comesIn('START');
  await toldOf('START');
  await world.client.messages.create({ to: somebody, from: own, body: 'welcome back' });
  const sent = await world.client.messages.list({ to: somebody });
  expect(sent.map((one) => one.direction)).toEqual(['outbound-api', 'outbound-reply', 'outbound-reply']);
  expect(sent.map((one) => one.body)).not.toContain('are you sure?');
});

test('texts are found by their numbers and days, emptied and removed', async () => {
  const { sid } = await world.client.messages.create({ to: somebody, from: own, body: 'secret' });
  await until(async () => (await world.client.messages(sid).fetch()).status === 'delivered', 'delivered');
  const [today, tomorrow] = [new Date(), new Date(Date.now() + 86_400_000)];
  const found = (more: object) => world.client.messages.list({ to: somebody, ...more });
  expect(await found({ dateSentBefore: tomorrow })).toMatchObject([{ sid, body: 'secret' }]);
  expect(await found({ dateSentAfter: tomorrow })).toEqual([]);
  expect(await found({ dateSentBefore: new Date(today.getTime() - 60_000) })).toEqual([]);
  expect(await world.client.messages(sid).update({ body: '' })).toMatchObject({ sid, body: '' });
  expect(await world.client.messages(sid).remove()).toBe(true);
  await expect(world.client.messages(sid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
});

test('a text to a number that is not the account’s is refused by the lab', async () => {
  await expect(world.lab('/messages', { from: somebody, to: '+14155550111', body: 'x' })).rejects.toThrow(
    'no such number',
  );
});
