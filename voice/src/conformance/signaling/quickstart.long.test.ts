import twilio from 'twilio';
import { beforeAll, expect, test } from 'vitest';
import { until } from '../../testing/until.ts';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';
import { account, type WebhookRequest } from '../world.ts';

/**
 * The flow of the provider's public quickstart: a TwiML application that dials a number or a client, a token with both
 * grants, and a page whose Device has one additional option, the address of the service.
 */
let world: PhoneWorld;
let applicationSid: string;
const businessNumber = '+14155550199';

function dialTwiml({ params }: WebhookRequest): string {
  const response = new twilio.twiml.VoiceResponse();
  const to = params['To'] ?? '';
  if (to === businessNumber) response.dial().client('alice');
  else if (/^[\d+\-() ]+$/.test(to)) response.dial({ callerId: businessNumber }).number(to);
  else if (to !== '') response.dial({ callerId: businessNumber }).client(to);
  else response.say('Thanks for calling!');
  return response.toString();
}

function token(identity: string): string {
  const { AccessToken } = twilio.jwt;
  const accessToken = new AccessToken(account.sid, account.apiKey, account.apiSecret, {
    identity,
    ttl: 3_600,
  });
  accessToken.addGrant(
    new AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid, incomingAllow: true }),
  );
  return accessToken.toJwt();
}

beforeAll(async () => {
  world = await openPhoneWorld();
  world.on('/voice', dialTwiml);
  applicationSid = await world.application('/voice');
  await world.client.incomingPhoneNumbers.create({
    phoneNumber: businessNumber,
    voiceApplicationSid: applicationSid,
  });
  return () => world.close();
});

async function waitForAudioBothWays(count: number): Promise<void> {
  await until(async () => {
    const lines = await world.lines();
    return lines.length === count && lines.every((line) => line.level_out > 0.005);
  }, 'audio in both directions');
}

test("Alice calls a number and Bob's browser, and is called from a phone", async () => {
  const [alice, bob] = await Promise.all([
    world.browser.quickstart(world, token('alice')),
    world.browser.quickstart(world, token('bob')),
  ]);

  await alice.do('connect', { To: '+14155550100' });
  await alice.waitForOpen();
  await waitForAudioBothWays(2);
  await alice.do('disconnect', 0);
  await alice.waitForEvent('disconnect');

  await alice.do('connect', { To: 'bob' });
  const rung = await bob.waitForCalls();
  expect(rung.calls[0]?.parameters['From']).toBe(businessNumber);
  await bob.do('accept', 0);
  await waitForAudioBothWays(2);
  await bob.do('disconnect', 0);
  await alice.waitForEvent('disconnect', 1);

  await world.lab('/calls', { from: '+14155550100', to: businessNumber });
  await alice.waitForCalls(3);
  await alice.do('accept', 2);
  await waitForAudioBothWays(2);
  await alice.do('disconnect', 2);
  await until(async () => {
    const calls = await world.client.calls.list();
    return calls.length === 6 && calls.every((call) => call.status === 'completed');
  }, 'all calls to be completed');
  expect((await alice.state()).errors).toEqual([]);
}, 120_000);
