import { expect, it, vi } from 'vitest';
import { withDatabase } from '../testing/database/database.ts';
import { callOf, startAnnsConversation, startConversation } from '../testing/world/conversations.ts';
import { voiceWorlds } from '../testing/world/voice-world.ts';
import { until } from '../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

withDatabase('the metrics', (open) => {
  const start = voiceWorlds(open);

  it('show a call while it is active, and count it with its ring and steps after it ends', async () => {
    const { world, talk } = await startAnnsConversation(start);
    const during = await world.metrics();
    expect(during.get('offhook_calls_open{status="in-progress"}')).toBe(1);
    expect(during.get('offhook_phones{state="oncall"}')).toBe(1);
    expect(during.get('offhook_rings_open')).toBe(0);
    const lead = '{type="lead",direction="outbound",status="completed"}';
    expect(during.get(`offhook_calls_ended_total${lead}`)).toBeUndefined();

    await world.hangUp(talk.lead);
    const after = await until('the call to be counted', async () => {
      const now = await world.metrics();
      // Gauges are read before counters, so they may be from different moments.
      const isOpen = now.has('offhook_calls_open{status="in-progress"}');
      return now.has(`offhook_calls_ended_total${lead}`) && !isOpen ? now : null;
    });
    expect((await callOf(world, talk.callId)).status).toBe('completed');
    expect(after.get(`offhook_calls_ended_total${lead}`)).toBe(1);
    expect(after.get('offhook_rings_total{status="ended"}')).toBe(1);
    for (const step of ['intake', 'schedule', 'routing', 'ring', 'accept', 'dial', 'answer'])
      expect(after.get(`offhook_lead_step_seconds_count{step="${step}"}`), step).toBe(1);
    expect(after.get('offhook_effect_seconds_count{kind="ring",outcome="marked"}')).toBe(1);
    const intake = [...after].find(
      ([name]) => name.startsWith('offhook_http_request_seconds_count') && name.includes('/api/v1/leads'),
    );
    expect(intake?.[1]).toBe(1);
  });

  it('include call quality, accepted only from the phone that was on the call', async () => {
    const [world, ann, ben] = await start.as('agent@demo.test', 'agent2@demo.test');
    await ben.present({ state: 'wrapup' });
    const talk = await startConversation(world, ann);
    const report = {
      call_sid: talk.ring.callSid,
      seconds: 42,
      codec: 'pcmu',
      mos: { average: 4.1, lowest: 3, highest: 4.4 },
      rtt_ms: { average: 40, lowest: 30, highest: 300 },
      jitter_ms: null,
      packets: { sent: 2_100, received: 2_090, lost: 10 },
      warnings: ['high-rtt'],
    };
    expect((await ben.post('/api/v1/quality', report)).status).toBe(404);
    for (const wrong of [
      { call_sid: `CA${'0'.repeat(32)}` },
      { call_sid: '' },
      { mos: { average: 9, lowest: 9, highest: 9 } },
      { packets: { sent: -1, received: 0, lost: 0 } },
      { warnings: ['<b>'] },
    ])
      expect((await ann.post('/api/v1/quality', { ...report, ...wrong })).body).toMatchObject({
        success: false,
      });
    expect((await ann.post('/api/v1/quality', report)).body).toEqual({ success: true });

    const metrics = await world.metrics();
    expect(metrics.get('offhook_call_mos_count')).toBe(1);
    expect(metrics.get('offhook_call_mos_sum')).toBe(4.1);
    expect(metrics.get('offhook_call_rtt_seconds_sum')).toBe(0.04);
    expect(metrics.get('offhook_call_jitter_seconds_count')).toBe(0);
    expect(metrics.get('offhook_call_packets_total{fate="lost"}')).toBe(10);
    expect(metrics.get('offhook_call_packets_total{fate="received"}')).toBe(2_090);
    expect(metrics.get('offhook_call_warnings_total{warning="high-rtt"}')).toBe(1);
    await world.hangUp(talk.lead);
  });
});
