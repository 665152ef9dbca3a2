import twilio from 'twilio';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';
import { account, type WebhookRequest } from '../world.ts';

/**
 * The flow of a public quickstart: a TwiML application that dials a number or a client with the official
 * `VoiceResponse`, a token with both grants, and a page whose Device has one option more than there: where the
 * service is.
 */
let world: PhoneWorld;
let applicationSid: string;
const own = '+14155550199';

function answer({ params }: WebhookRequest): string {
  const response = new twilio.twiml.VoiceResponse();
  const to = params['To'] ?? '';
  if (to === own) response.dial().client('alice');
  else if (/^[\d+\-() ]+$/.test(to)) response.dial({ callerId: own }).number(to);
  else if (to !== '') response.dial({ callerId: own }).client(to);
  else response.say('Thanks for calling!');
  return response.toString();
}

function token(identity: string): string {
  const { AccessToken } = twilio.jwt;
  const made = new AccessToken(account.sid, account.apiKey, account.apiSecret, { identity, ttl: 3_600 });
  made.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid, incomingAllow: true }));
  return made.toJwt();
}

beforeAll(async () => {
  world = await openPhoneWorld();
  world.on('/voice', answer);
  applicationSid = await world.application('/voice');
  await world.client.incomingPhoneNumbers.create({ phoneNumber: own, voiceApplicationSid: applicationSid });
  return () => world.close();
});

async function bothTalk(count: number): Promise<void> {
  await until(async () => {
    const lines = await world.lines();
    return lines.length === count && lines.every((line) => line.level_out > 0.005);
  }, 'sound both ways');
}

test('alice calls a number, bob’s browser, and is called from a telephone', async () => {
  const [alice, bob] = await Promise.all([
    world.browser.quickstart(world, token('alice')),
    world.browser.quickstart(world, token('bob')),
  ]);

  await alice.do('connect', { To: '+14155550100' });
  await alice.waitForOpen();
  await bothTalk(2);
  await alice.do('disconnect', 0);
  await alice.waitForEvent('disconnect');

  await alice.do('connect', { To: 'bob' });
  const rung = await bob.waitForCalls();
  expect(rung.calls[0]?.parameters['From']).toBe(own);
  await bob.do('accept', 0);
  await bothTalk(2);
  await bob.do('disconnect', 0);
  await alice.waitForEvent('disconnect', 1);

  await world.lab('/calls', { from: '+14155550100', to: own });
  await alice.waitForCalls(3);
  await alice.do('accept', 2);
  await bothTalk(2);
  await alice.do('disconnect', 2);
  await until(async () => {
    const calls = await world.client.calls.list();
    return calls.length === 6 && calls.every((call) => call.status === 'completed');
  }, 'all are completed');
  expect((await alice.state()).errors).toEqual([]);
}, 120_000);
