import { beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { account, openWorld, type WebhookRequest, type World } from '../world.ts';

let world: World;
const businessNumber = '+14155550199';
const lead = '+14155550100';
let count = 0;
let sender: string;

beforeAll(async () => {
  world = await openWorld();
  await world.client.incomingPhoneNumbers.create({ phoneNumber: businessNumber, smsUrl: world.url('/sms') });
  return () => world.close();
});

beforeEach(() => {
  count += 1;
  sender = `+1415555${String(2_000 + count)}`;
  world.on('/sms', '');
});

const statuses = (path: string): string[] =>
  world.requests.filter((one) => one.path === path).map((one) => one.params['MessageStatus'] ?? '');

const receiveText = (body: string): Promise<{ message_sid: string }> =>
  world.lab('/messages', { from: sender, to: businessNumber, body });

const send = (to: string, body: string, path: string) =>
  world.client.messages.create({ to, from: businessNumber, body, statusCallback: world.url(path) });

const requestFor = (body: string): Promise<WebhookRequest> =>
  world.waitForRequest(
    (one) => one.path === '/sms' && one.params['From'] === sender && one.params['Body'] === body,
  );

test('a text is queued, sent and delivered, with a signed callback for each status', async () => {
  const message = await send(lead, 'Hello €', '/status');
  expect(message).toMatchObject({
    status: 'queued',
    direction: 'outbound-api',
    numSegments: '1',
    numMedia: '0',
    errorCode: null,
    dateSent: null,
  });
  const callback = await world.waitForPath('/status', (params) => params['MessageStatus'] === 'delivered');
  expect(callback).toMatchObject({
    signed: true,
    params: {
      MessageSid: message.sid,
      SmsSid: message.sid,
      SmsStatus: 'delivered',
      From: businessNumber,
      To: lead,
      AccountSid: account.sid,
      ApiVersion: '2010-04-01',
    },
  });
  await until(() => statuses('/status').length === 3, 'all statuses');
  expect(statuses('/status').sort()).toEqual(['delivered', 'queued', 'sent']);
  const delivered = await world.client.messages(message.sid).fetch();
  expect(delivered.status).toBe('delivered');
  expect(delivered.dateSent).toBeInstanceOf(Date);
  expect(await delivered.media().list()).toEqual([]);
});

test("a text to a number that does not exist is undelivered, with the provider's code", async () => {
  const { sid } = await send('+14155550104', 'Hello', '/lost');
  const callback = await world.waitForPath('/lost', (params) => params['MessageStatus'] === 'undelivered');
  expect(callback.params).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: '30005' });
  expect(await world.client.messages(sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30005 });
});

test('a text filtered by the operator fails without being sent', async () => {
  const { sid } = await send('+14155550129', 'Hello', '/failed');
  const callback = await world.waitForPath('/failed', (params) => params['MessageStatus'] === 'failed');
  expect(callback).toMatchObject({ signed: true, params: { MessageSid: sid, ErrorCode: '30007' } });
  await until(() => statuses('/failed').length === 2, 'both statuses');
  expect(statuses('/failed').sort()).toEqual(['failed', 'queued']);
  expect(await world.client.messages(sid).fetch()).toMatchObject({
    status: 'failed',
    errorCode: 30007,
    dateSent: null,
  });
});

const otherNumber = '+14155550198';

test('a text to another number of the account is received there', async () => {
  await world.client.incomingPhoneNumbers.create({
    phoneNumber: otherNumber,
    smsUrl: world.url('/other-sms'),
  });
  world.on('/other-sms', '');
  await send(otherNumber, 'From one desk to the next', '/own');
  const received = await world.waitForPath('/other-sms');
  expect(received).toMatchObject({
    signed: true,
    params: { From: businessNumber, To: otherNumber, Body: 'From one desk to the next' },
  });
  await world.waitForPath('/own', (params) => params['MessageStatus'] === 'delivered');
});

test('two numbers of the account that answer each other stop after 30 replies', async () => {
  const answers = '<Message statusCallback="/replies">And you?</Message>';
  world.on('/sms', answers);
  world.on('/other-sms', answers);
  await send(otherNumber, 'How are you?', '/start');
  const failed = await world.waitForPath('/replies', (params) => params['MessageStatus'] === 'failed');
  expect(failed.params['ErrorCode']).toBe('14107');
  expect(statuses('/replies').filter((status) => status === 'delivered')).toHaveLength(30);
});

test.each<[string, Record<string, unknown>, number]>([
  ['without a recipient', { to: '', from: businessNumber, body: 'x' }, 21604],
  ['without a sender', { to: lead, body: 'x' }, 21603],
  ['to an invalid number', { to: '12', from: businessNumber, body: 'x' }, 21211],
  ['to a browser', { to: 'client:user_1', from: businessNumber, body: 'x' }, 21211],
  ['from an invalid number', { to: lead, from: 'me', body: 'x' }, 21212],
  ["from another account's number", { to: lead, from: '+14155550111', body: 'x' }, 21606],
  ['to its sender', { to: businessNumber, from: businessNumber, body: 'x' }, 21266],
  ['without a body', { to: lead, from: businessNumber }, 21602],
  ['of more than 1600 characters', { to: lead, from: businessNumber, body: 'x'.repeat(1_601) }, 21617],
  ['of an unknown messaging service', { to: lead, messagingServiceSid: 'MG1', body: 'x' }, 21705],
  ['with an invalid callback', { to: lead, from: businessNumber, body: 'x', statusCallback: 'x' }, 21609],
])('a text %s is rejected', async (_, fields, code) => {
  const create = world.client.messages.create(fields as { to: string });
  await expect(create).rejects.toMatchObject({ status: 400, code });
});

test('an inbound text is posted to the SmsUrl, and its response is sent as a reply', async () => {
  world.on(
    '/sms',
    `<Message statusCallback="${world.url('/reply')}"><Body>Thank you</Body></Message><Message to="+14155550199" from="${businessNumber}">never</Message>`,
  );
  const { message_sid: sid } = await receiveText('Hi there');
  expect(await requestFor('Hi there')).toMatchObject({
    signed: true,
    params: { MessageSid: sid, SmsStatus: 'received', To: businessNumber, NumMedia: '0', NumSegments: '1' },
  });
  const callback = await world.waitForPath('/reply', (params) => params['MessageStatus'] === 'delivered');
  const reply = await world.client.messages(callback.params['MessageSid'] ?? '').fetch();
  expect(reply).toMatchObject({
    direction: 'outbound-reply',
    from: businessNumber,
    to: sender,
    body: 'Thank you',
  });
  expect(await world.client.messages(sid).fetch()).toMatchObject({
    direction: 'inbound',
    status: 'received',
  });
});

test('the response to a text may redirect to another document', async () => {
  world.on('/sms', '<Redirect method="GET">/more</Redirect>');
  world.on('/more', '<Message>from there</Message>');
  await receiveText('again');
  const hook = await world.waitForPath('/more', (params) => params['From'] === sender);
  expect(hook).toMatchObject({ signed: true, params: { Body: 'again' } });
  await until(
    async () => (await world.client.messages.list({ to: sender })).find((one) => one.body === 'from there'),
    'the reply',
  );
});

test('a sender of STOP receives no texts until START, and the account receives both keywords', async () => {
  await receiveText(' stop ');
  await requestFor(' stop ');
  await expect(
    world.client.messages.create({ to: sender, from: businessNumber, body: 'x' }),
  ).rejects.toMatchObject({
    status: 400,
    code: 21610,
  });
  world.on('/sms', '<Message action="/after">are you sure?</Message>');
  await receiveText('what?');
  await requestFor('what?');
  await world.waitForPath('/after', (params) => params['From'] === sender);
  world.on('/sms', '');
  await receiveText('START');
  await requestFor('START');
  await world.client.messages.create({ to: sender, from: businessNumber, body: 'welcome back' });
  const sent = await world.client.messages.list({ to: sender });
  expect(sent.map((one) => one.direction)).toEqual(['outbound-api', 'outbound-reply', 'outbound-reply']);
  expect(sent.map((one) => one.body)).not.toContain('are you sure?');
});

test('texts can be filtered by number and day, redacted and deleted', async () => {
  const { sid } = await world.client.messages.create({ to: sender, from: businessNumber, body: 'secret' });
  await until(
    async () => (await world.client.messages(sid).fetch()).status === 'delivered',
    'the text to be delivered',
  );
  const [today, tomorrow] = [new Date(), new Date(Date.now() + 86_400_000)];
  const found = (more: object) => world.client.messages.list({ to: sender, ...more });
  expect(await found({ dateSentBefore: tomorrow })).toMatchObject([{ sid, body: 'secret' }]);
  expect(await found({ dateSentAfter: tomorrow })).toEqual([]);
  expect(await found({ dateSentBefore: new Date(today.getTime() - 60_000) })).toEqual([]);
  expect(await world.client.messages(sid).update({ body: '' })).toMatchObject({ sid, body: '' });
  expect(await world.client.messages(sid).remove()).toBe(true);
  await expect(world.client.messages(sid).fetch()).rejects.toMatchObject({ status: 404, code: 20404 });
});

test('the lab rejects a text to a number that is not a business number', async () => {
  await expect(world.lab('/messages', { from: sender, to: '+14155550111', body: 'x' })).rejects.toThrow(
    'not configured',
  );
});
