import twilio from 'twilio';
import { expect, it } from 'vitest';
import { withDatabase } from '../../testing/database/database.ts';
import { AUTH_TOKEN, PUBLIC_URL } from '../../testing/world/edge.ts';
import { testWorlds } from '../../testing/world/world.ts';
import { KNOWN_CLIENT } from './known-clients.ts';

const FORM = 'application/x-www-form-urlencoded';

withDatabase('known clients', (open) => {
  const start = testWorlds(open);

  it('are reported to the gateway only with a valid session, key or signature', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const isKnown = async (path: string, headers: Record<string, string>, body?: string) => {
      const method = body === undefined ? 'GET' : 'POST';
      const response = await fetch(world.base() + path, { method, headers, ...(body ? { body } : {}) });
      await response.arrayBuffer();
      return response.headers.get(KNOWN_CLIENT) === '1';
    };
    const session = ann.headers;
    const key = (name: string) => ({ authorization: `Bearer ${name}`, 'content-type': 'application/json' });
    const lead = '{"phone_number":"+14155550100"}';
    const text = '/twilio/messages/inbound';
    const message = { MessageSid: `SM${'0'.repeat(32)}`, From: '+14155550123', To: '+1', Body: 'Hi' };
    const signed = (token: string) => ({
      'content-type': FORM,
      'x-twilio-signature': twilio.getExpectedTwilioSignature(token, PUBLIC_URL + text, message),
    });
    const form = new URLSearchParams(message).toString();

    expect(await isKnown('/api/v1/callusers/1', session)).toBe(true);
    expect(await isKnown('/api/v1/leads', key('demo-100'), lead)).toBe(true);
    expect(await isKnown(text, signed(AUTH_TOKEN), form)).toBe(true);

    expect(await isKnown('/api/v1/callusers/1', {})).toBe(false);
    expect(await isKnown('/api/v1/callusers/1', { cookie: 'offhook_session=invented' })).toBe(false);
    expect(await isKnown('/api/v1/leads', key('demo-0'), lead)).toBe(false);
    expect(await isKnown(text, signed('another token'), form)).toBe(false);
    await world.settle();
  });
});
