import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTestAppAs, REALTIME_KEYS } from '../testing/app/app.ts';
import { withDatabase } from '../testing/database/database.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
/** The Pusher protocol: HMAC-SHA256 over the socket, the channel and, for presence channels, the member. */
const signature = (text: string) =>
  `${REALTIME_KEYS.key}:${createHmac('sha256', REALTIME_KEYS.secret).update(text).digest('hex')}`;

withDatabase('realtime channel authorization', (open) => {
  it('is signed for the user’s own presence channel, with their identity, and for the account’s channels', async () => {
    const [agent] = await openTestAppAs(open, 'agent@demo.test');
    const own = await agent.post(
      '/api/v1/pusher/auth',
      form({ socket_id: '12.34', channel_name: 'presence-user.1' }),
      FORM,
    );
    const who = JSON.stringify({ user_id: '1', user_info: { full_name: 'Ann Reyes' } });
    expect([own.status, own.body]).toEqual([
      200,
      { auth: signature(`12.34:presence-user.1:${who}`), channel_data: who },
    ]);
    for (const channel_name of ['private-account.100', 'private-settings.100']) {
      const account = await agent.post(
        '/api/v1/pusher/auth',
        form({ socket_id: '12.34', channel_name }),
        FORM,
      );
      expect([account.status, account.body]).toEqual([200, { auth: signature(`12.34:${channel_name}`) }]);
    }
  });

  it('is rejected for all other channels', async () => {
    const [agent, { browser }] = await openTestAppAs(open, 'agent@demo.test');
    const cases: [string, Record<string, string>, number][] = [
      ['another user’s channel', { socket_id: '1.1', channel_name: 'presence-user.2' }, 403],
      ['a channel with a longer name', { socket_id: '1.1', channel_name: 'presence-user.11' }, 403],
      ['another account’s channel', { socket_id: '1.1', channel_name: 'private-account.200' }, 403],
      ['another account’s settings', { socket_id: '1.1', channel_name: 'private-settings.200' }, 403],
      ['any other private channel', { socket_id: '1.1', channel_name: 'private-x' }, 403],
      ['an invalid socket ID', { socket_id: '1:private-account.200', channel_name: 'presence-user.1' }, 422],
      ['no socket', { channel_name: 'presence-user.1' }, 422],
      ['no channel', { socket_id: '1.1' }, 422],
    ];
    for (const [name, fields, status] of cases) {
      const response = await agent.post('/api/v1/pusher/auth', form(fields), FORM);
      expect([name, response.status, 'auth' in response.body]).toEqual([name, status, false]);
    }
    const visitor = browser();
    await visitor.get('/api/v1/user');
    const fields = form({ socket_id: '1.1', channel_name: 'presence-user.1' });
    expect((await visitor.post('/api/v1/pusher/auth', fields, FORM)).status).toBe(401);
    const withoutToken = await agent.post('/api/v1/pusher/auth', fields, { ...FORM, 'x-csrf-token': '' });
    expect(withoutToken.status).toBe(419);
  });
});
