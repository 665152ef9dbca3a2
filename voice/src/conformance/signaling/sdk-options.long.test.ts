import { once } from 'node:events';
import twilio from 'twilio';
import { beforeAll, test } from 'vitest';
import { WebSocket } from 'ws';
import { openPhoneWorld, type PhoneWorld } from '../browser.ts';
import { account } from '../world.ts';

/**
 * `chunderw` and `publishEvents` are internal options of the SDK. These tests fail if a new version ignores them, which
 * would make the phone connect to the provider's hosts.
 */
let world: PhoneWorld;

beforeAll(async () => {
  world = await openPhoneWorld();
  world.on('/wait', '<Pause length="30"/>');
  return () => world.close();
});

test.concurrent('chunderw sets the only host that the SDK connects to', async ({ expect }) => {
  const phone = await world.phone('guard_1');
  expect((await phone.state()).device).toBe('registered');
  expect((await phone.state()).identity).toBe('guard_1');
  expect(phone.externalRequests).toEqual([]);
});

test.concurrent('publishEvents: false keeps the SDK from reporting to the provider', async ({ expect }) => {
  const phone = await world.phone('guard_2');
  await world.dial('client:guard_2');
  await phone.acceptCall();
  await phone.do('disconnect', 0);
  await phone.waitForClosed();
  expect(phone.externalRequests).toEqual([]);
});

test.concurrent('with publishEvents: true the same call reports to the provider', async ({ expect }) => {
  const phone = await world.phone('guard_3', undefined, { publishEvents: true });
  await world.dial('client:guard_3');
  await phone.acceptCall();
  await phone.do('disconnect', 0);
  await phone.waitForClosed();
  expect(phone.externalRequests.some((url) => url.includes('eventgw'))).toBe(true);
});

function regionalToken(identity: string, region: string, applicationSid: string): string {
  const { AccessToken } = twilio.jwt;
  const token = new AccessToken(account.sid, account.apiKey, account.apiSecret, {
    identity,
    region,
    ttl: 600,
  });
  token.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: applicationSid, incomingAllow: true }));
  return token.toJwt();
}

test.concurrent('a device and its preflight report show the selected edge and home region', async ({
  expect,
}) => {
  world.on('/preflight', '<Pause length="1"/><Hangup/>');
  const sid = await world.application('/preflight');
  const chunderw = `localhost:${world.voice.port}/sydney`;
  const phone = await world.phone('traveller', sid, { chunderw });
  expect(await phone.state()).toMatchObject({ edge: 'sydney', home: 'local' });
  await phone.do('updateToken', regionalToken('traveller', 'au1', sid));
  await phone.until((state) => state.home === 'au1', "the token's region to become the home region");
  // The preflight's own Device reports to the provider; that traffic is blocked.
  await phone.page.route(/twilio\.com/, (route) => route.abort());
  const token = regionalToken('traveller', 'au1', sid);
  expect(await phone.do('preflight', token, chunderw, 'sydney')).toMatchObject({
    edge: 'sydney',
    selectedEdge: 'sydney',
  });
});

test.concurrent('the host that the SDK derives from its edge option selects the edge', async ({ expect }) => {
  const connected = async (host: string) => {
    const headers = { host };
    const socket = new WebSocket(`ws://127.0.0.1:${world.voice.port}/signal`, { headers });
    await once(socket, 'open');
    const payload = { token: world.token('host'), reconnectTimeout: 0 };
    socket.send(JSON.stringify({ type: 'listen', version: '1.6', payload }));
    const [data] = await once(socket, 'message');
    socket.terminate();
    return JSON.parse(String(data)) as unknown;
  };
  expect(await connected('voice-js.dublin.twilio.com')).toMatchObject({
    type: 'connected',
    payload: { edge: 'dublin', region: 'EU_IRELAND' },
  });
  const [unknown] = await once(new WebSocket(`ws://127.0.0.1:${world.voice.port}/mars/signal`), 'error');
  expect(String(unknown)).toContain('404');
});
