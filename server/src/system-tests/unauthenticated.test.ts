import { expect, it } from 'vitest';
import { openWholeApp } from '../testing/app/whole-app.ts';
import { withDatabase } from '../testing/database/database.ts';
import { testWorlds } from '../testing/world/world.ts';

const REQUESTS_SENT = [
  'POST /api/v1/user/logout',
  'GET /api/v1/twilio/token2',
  'GET /api/v1/mycalls',
  'GET /api/v1/users/paginated',
  'GET /api/v1/teams',
  'GET /api/v1/callerids',
  'POST /api/v1/calls/conference',
  'POST /apps/webrtc/1/reject',
  'POST /api/v1/pusher/auth',
  'POST /api/v1/calls/1/transfer',
  'POST /api/v1/calls/1/listen',
  'POST /api/v1/calls/1/whisper',
  'POST /api/v1/calls/1/barge',
  'PUT /api/v1/calls/1/hold',
  'PUT /api/v1/calls/1/unhold',
  'POST /apps/webrtc/1/disposition',
  'POST /apps/webrtc/1/disposition2',
  'POST /apps/webrtc/1/sms',
  'POST /apps/webrtc/check',
  'POST /api/v1/notes',
  'POST /api/v1/calls/twilio',
  'POST /api/v1/calls/conferencelead',
  'GET /api/v1/callusers/1',
  'POST /api/v1/calls/twilio/outbound',
  'POST /twilio/debug/webrtc',
];

withDatabase('an unauthenticated client', (open) => {
  const start = testWorlds(open);

  it('may request the current user and log in, and gets 401 everywhere else', async () => {
    const { app, signIn } = await openWholeApp(await start());
    const headers = await signIn('nobody@demo.test');
    expect((await app.inject({ url: '/api/v1/user', headers })).json()).toMatchObject({ success: false });
    const login = await app.inject({ method: 'POST', url: '/api/v1/user/login', headers, payload: {} });
    expect(login.statusCode).toBe(422);
    for (const request of REQUESTS_SENT) {
      const [method, url] = request.split(' ') as ['GET' | 'POST' | 'PUT', string];
      const response = await app.inject({
        method,
        url,
        headers,
        ...(method === 'GET' ? {} : { payload: {} }),
      });
      expect([request, response.statusCode, response.json()]).toEqual([
        request,
        401,
        { success: false, error: 'Log in to continue.', code: 'unauthenticated' },
      ]);
    }
  });
});
