import fc from 'fast-check';
import twilio from 'twilio';
import { describe, expect, it } from 'vitest';
import { calls, leads, legs } from '../../platform/database/schema.ts';
import { readForm } from '../../platform/telephony/callback-signature.ts';
import { toReportTime } from '../../platform/telephony/provider-forms.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { PUBLIC_URL } from '../../testing/world/edge.ts';
import { testWorlds } from '../../testing/world/world.ts';

const INBOUND = { CallSid: 'CAcaller0001', From: '+14155550123', To: '+14155550199' };

withDatabase('the telephony webhooks', (open) => {
  const start = testWorlds(open);

  it('reject every unsigned request and change nothing', async () => {
    const world = await start();
    const rows = async () => [
      (await world.db.select().from(calls)).length,
      (await world.db.select().from(leads)).length,
      (await world.db.select().from(legs)).length,
    ];
    const before = await rows();
    const paths = [
      '/twilio/voice/inbound',
      '/twilio/voice/client',
      '/twilio/voice/offer?call_user_id=1&call_id=2&leg_id=3',
      '/twilio/voice/own-phone?call_user_id=1&call_id=2&leg_id=3',
      '/twilio/voice/own-phone-key?call_user_id=1&call_id=2&leg_id=3',
      '/twilio/announcement/recording',
      '/twilio/status/leg',
      '/twilio/status/conference?call_id=2',
      '/twilio/status/recording?call_id=2',
      '/twilio/wait/music',
    ];
    for (const path of paths) {
      const signedElsewhere = twilio.getExpectedTwilioSignature('another token', PUBLIC_URL + path, INBOUND);
      for (const signature of ['', 'forged', signedElsewhere])
        expect((await world.webhook(path, INBOUND, signature)).status).toBe(403);
    }
    const genuine = twilio.getExpectedTwilioSignature(
      'test-auth-token',
      `${PUBLIC_URL}/twilio/voice/inbound`,
      INBOUND,
    );
    const tampered = await world.webhook(
      '/twilio/voice/inbound',
      { ...INBOUND, From: '+14155550124' },
      genuine,
    );
    expect(tampered).toMatchObject({ status: 403, body: expect.stringContaining('"success":false') });
    expect(await rows()).toEqual(before);
  });

  it('accept callbacks for unknown calls, and reject malformed ones even if signed', async () => {
    const world = await start();
    const callback = { CallSid: 'CAunknown001', CallStatus: 'completed' };
    expect((await world.webhook('/twilio/status/leg', callback)).status).toBe(204);
    expect((await world.webhook('/twilio/status/leg?call_id=999998&leg_id=5', callback)).status).toBe(204);
    const offer = '/twilio/voice/offer?call_user_id=999999&call_id=999998&leg_id=5';
    expect((await world.webhook(offer, { CallSid: 'CAunknown001' })).body).toContain('<Hangup/>');
    const recording = { RecordingSid: `RE${'c'.repeat(32)}`, RecordingStatus: 'completed' };
    expect((await world.webhook('/twilio/status/recording?call_id=999998', recording)).status).toBe(204);
    for (const [path, form] of [
      ['/twilio/status/leg', { ...callback, CallStatus: 'asleep' }],
      ['/twilio/status/leg', { ...callback, CallSid: '../../etc' }],
      ['/twilio/status/leg?call_id=x&leg_id=1', callback],
      ['/twilio/voice/offer', { CallSid: 'CAunknown001' }],
      ['/twilio/voice/client', INBOUND],
      ['/twilio/status/recording?call_id=2', { ...recording, RecordingSid: 'RE/../../x' }],
    ] as const)
      expect((await world.webhook(path, form as Record<string, string>)).status).toBe(422);
  });

  it('reject oversized forms with 413', async () => {
    const world = await start();
    const long = await world.webhook('/twilio/status/leg', { CallSid: 'x'.repeat(70_000) });
    expect(long.status).toBe(413);
  });

  it('play hold music in a loop, and answer 404 for an unknown sound', async () => {
    const world = await start();
    const wait = await world.webhook('/twilio/wait/music', {});
    expect(wait.body).toContain(`<Play loop="0">${PUBLIC_URL}/twilio/sounds/music.wav</Play>`);
    expect((await world.webhook('/twilio/wait/nothing', {})).status).toBe(404);
  });
});

describe('readForm', () => {
  it('reads any form field, including those named like object properties', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (fields) => {
        const form = readForm(new URLSearchParams(fields).toString());
        const wellFormed = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
        for (const [name, value] of fields)
          expect([form[wellFormed(name)]].flat()).toContain(wellFormed(value));
      }),
    );
    expect(readForm('__proto__=1&constructor=2&a=1&a=2')).toEqual(
      Object.assign(Object.create(null), { ['__proto__']: '1', constructor: '2', a: ['1', '2'] }),
    );
  });
});

describe('toReportTime', () => {
  const NOW = Date.parse('2026-11-20T12:00:00.500Z');
  const rows: readonly [string, string | undefined, number][] = [
    ['our own, finer time if the report is on time', 'Fri, 20 Nov 2026 12:00:00 +0000', NOW],
    ['the reported time if the report is late', 'Fri, 20 Nov 2026 11:59:30 +0000', NOW - 30_500],
    ['our own time without a reported time', undefined, NOW],
    ['our own time if the reported time is invalid', 'yesterday', NOW],
    ['our own time if the reported time is in the future', 'Fri, 20 Nov 2026 13:00:00 +0000', NOW],
  ];
  it.each(rows)('returns %s', (_label, timestamp, expected) => {
    expect(toReportTime(timestamp, NOW)).toBe(expected);
  });
});
