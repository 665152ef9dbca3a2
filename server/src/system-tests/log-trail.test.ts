import { expect, it } from 'vitest';
import { createLog } from '../platform/process/log.ts';
import { withDatabase } from '../testing/database/database.ts';
import { pathOf } from '../testing/world/edge.ts';
import { callUserIdOf, reportJoined } from '../testing/world/provider-events.ts';
import { testWorlds } from '../testing/world/world.ts';

const LEAD = {
  phone_number: '+14155550100',
  fname: 'Gracelyn',
  lname: 'Hoppersmith',
  email: 'grace@example.com',
};

withDatabase('the log of a lead', (open) => {
  const start = testWorlds(open);

  it('connects all entries under one ID, from the request to the last leg, and contains no personal data', async () => {
    const text: string[] = [];
    const log = createLog('debug', { write: (line) => void text.push(line) });
    const read = () => text.map((line) => JSON.parse(line) as Record<string, unknown>);
    const world = await start({ log });
    const ann = await world.waiting('agent@demo.test');
    const response = await world.postLead(LEAD, { 'x-request-id': 'form-2026-001' });
    const callId = Number(response.body['call_id']);
    const { id: lead } = response.body['lead'] as { id: number };
    const ring = await world.waitForRing(ann.id);
    const callUserId = callUserIdOf(ring);
    await ann.get(`/api/v1/callusers/${callUserId}`);
    await world.webhook(ring.offerPath, { CallSid: ring.sid });
    const dialed = await world.leadLegOf(callId);
    await reportJoined(world, callId, ring.sid);
    await reportJoined(world, callId, dialed.sid);
    await ann.post(`/api/v1/calls/${callId}/hangup`);
    const dial = world.provider.requests('participant')[0]?.fields['StatusCallback'];
    const reports = [
      [ring.statusPath, ring.sid],
      [pathOf(dial), dialed.sid],
    ] as const;
    for (const [path, CallSid] of reports)
      await world.webhook(path, { CallSid, CallStatus: 'completed', CallDuration: '3' });

    const entries = read().filter((line) => line['lead'] === lead);
    const messages = entries
      .filter(({ level }) => Number(level) >= 30)
      .map(({ msg, kind, party, status }) =>
        [msg, msg === 'effect scheduled' ? kind : party, status]
          .filter((part) => part !== undefined)
          .join(' '),
      );
    // Each entry once; entries of concurrent requests may be in any order.
    const expectedMessages = [
      'agents rung for lead',
      'effect scheduled ring',
      'leg created agent',
      'ring acknowledged',
      'ring status changed accepted',
      'effect scheduled dial',
      'leg created lead',
      'call changed in-progress',
      'call ended completed',
      'leg status changed agent completed',
      'leg status changed lead completed',
    ];
    expect(messages.filter((one) => expectedMessages.includes(one)).sort()).toEqual(
      [...expectedMessages].sort(),
    );
    expect(messages[0]).toBe('agents rung for lead');
    expect(entries.every((line) => line['call'] === callId)).toBe(true);
    const all = (name: string) =>
      new Set(entries.map((line) => line[name]).filter((value) => value !== undefined));
    expect([...all('sid')].sort()).toEqual([ring.sid, dialed.sid].sort());
    expect([...all('callUser')]).toEqual([callUserId]);
    const effects = (await world.effectsOf(callId)).map(({ id }) => id);
    for (const id of all('effect')) expect(effects).toContain(id);
    expect(entries).toContainEqual(
      expect.objectContaining({ msg: 'event ignored', event: 'partyEnded', phase: 'ended' }),
    );
    // The sender's request ID is on the entries that its request caused.
    const first = entries.filter(({ request }) => request === 'form-2026-001').map(({ msg }) => msg);
    expect(first).toEqual(expect.arrayContaining(['agents rung for lead', 'effect scheduled']));
    const requests = read().filter(({ msg }) => msg === 'request completed');
    expect(requests).toContainEqual(
      expect.objectContaining({ request: 'form-2026-001', route: '/api/v1/leads', status: 200 }),
    );

    const whole = text.join('');
    for (const word of ['4155550100', 'Gracelyn', 'Hoppersmith', 'grace@example', 'demo-100', 'agent@demo'])
      expect(whole).not.toContain(word);
  });

  it('hides numbers, emails, tokens, and the parameters of failed statements', () => {
    const text: string[] = [];
    const log = createLog('info', { write: (line) => void text.push(line) });
    const cause = Object.assign(new Error('duplicate key value: Key (phone_number)=(+14155550123)'), {
      code: '23505',
    });
    const failed = new Error('Failed query: insert into leads values ($1)\nparams: +14155550123,Grace', {
      cause,
    });
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    log.warn({ err: failed }, 'request failed');
    log.warn(
      { reason: `The 'To' number +14155550123 (%2B14155550124) of grace@example.com is not valid` },
      'refused',
    );
    log.warn({ reason: `Authorization: Bearer abc.def ${token} auth_signature=0a1b` }, 'refused');
    const [error, refused, tokens] = text.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(error?.['err']).toMatchObject({
      message: 'Failed query: insert into leads values ($1)',
      stack: expect.stringMatching(/^\s+at /),
      cause: { code: '23505', message: 'duplicate key value: Key (phone_number)=(**********23)' },
    });
    expect(refused?.['reason']).toBe(`The 'To' number **********23 (**********24) of [email] is not valid`);
    expect(tokens?.['reason']).toBe('Authorization: Bearer [token] [token] auth_signature=[hidden]');
    expect(text.join('')).not.toMatch(/4155550|Grace|abc\.def/);
  });
});
