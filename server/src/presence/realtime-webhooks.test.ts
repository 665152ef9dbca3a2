import { createHmac } from 'node:crypto';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { findAccountByKey } from '../accounts/sign-in/api-keys.ts';
import { createSessions } from '../accounts/sign-in/sessions.ts';
import { presence } from '../platform/database/schema.ts';
import { buildApp } from '../platform/http/app.ts';
import { createRealtimeWebhookReader } from '../platform/realtime/realtime-auth.ts';
import { withDatabase } from '../testing/database/database.ts';
import { findAgent } from './agents.ts';
import { shortenLease } from './presence.ts';
import { realtimeWebhooks } from './realtime-webhooks.ts';

const KEYS = { appId: '7', key: 'app-key', secret: 'app-secret' };
const USER = 1;

withDatabase('a phone whose realtime connection closed', (open) => {
  async function start() {
    const { db } = await open({ demo: true });
    let now = Date.UTC(2026, 10, 20, 12);
    const clock = { now: () => now };
    const log = pino({ level: 'silent' });
    const app = await buildApp({
      findAccountByKey: (authorization) => findAccountByKey(db, authorization),
      sessions: createSessions({ db, clock, secret: 'a secret for the tests of the server' }),
      publicUrl: 'http://localhost:8080',
      log,
      register: [
        (api) =>
          realtimeWebhooks(api.server, {
            read: createRealtimeWebhookReader(KEYS),
            onMemberLeft: (userId) => shortenLease({ db, clock }, userId),
          }),
      ],
    });
    onTestFinished(() => app.close());
    const report = async () => {
      const row = { phone_id: 'p', state: 'waiting', device: 'registered', audio: 'ready' } as const;
      const renewed_at = new Date(now);
      await db
        .insert(presence)
        .values({ user_id: USER, ...row, renewed_at })
        .onConflictDoUpdate({ target: presence.user_id, set: { renewed_at } });
    };
    await report();
    const post = async (event: object, secret = KEYS.secret) => {
      const payload = JSON.stringify({ time_ms: now, events: [event] });
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/realtime/webhook',
        headers: {
          'content-type': 'application/json',
          'x-pusher-key': KEYS.key,
          'x-pusher-signature': createHmac('sha256', secret).update(payload).digest('hex'),
        },
        payload,
      });
      return statusCode;
    };
    const isOnline = async () => (await findAgent({ db, clock }, 100, USER))?.is_online_app;
    return { post, report, isOnline, pass: (ms: number) => (now += ms) };
  }
  const removed = { name: 'member_removed', channel: `presence-user.${USER}`, user_id: String(USER) };

  it('goes offline unless its next report arrives in time', async () => {
    const { post, isOnline, pass } = await start();
    expect(await post(removed)).toBe(200);
    pass(4_999);
    expect(await isOnline()).toBe(true);
    pass(1);
    expect(await isOnline()).toBe(false);
  });

  it('stays online if it reports again', async () => {
    const { post, report, isOnline, pass } = await start();
    await post(removed);
    pass(4_000);
    await report();
    pass(9_999);
    expect(await isOnline()).toBe(true);
  });

  it('gets no extra time if it had already stopped reporting', async () => {
    const { post, isOnline, pass } = await start();
    pass(8_000);
    await post(removed);
    pass(2_000);
    expect(await isOnline()).toBe(false);
  });

  it.each([
    ['about another user in the channel', { ...removed, user_id: '2' }],
    ['in another channel', { ...removed, channel: 'presence-room' }],
    ['about a user who joins', { ...removed, name: 'member_added' }],
  ])('is not affected by an event %s', async (_sentence, event) => {
    const { post, isOnline, pass } = await start();
    expect(await post(event)).toBe(200);
    pass(9_999);
    expect(await isOnline()).toBe(true);
  });

  it('is not affected by a webhook with an invalid signature', async () => {
    const { post, isOnline, pass } = await start();
    expect(await post(removed, 'another secret')).toBe(403);
    pass(9_999);
    expect(await isOnline()).toBe(true);
  });
});
