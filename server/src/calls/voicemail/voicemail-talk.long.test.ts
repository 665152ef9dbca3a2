/** Slow voicemail tests on the real voice service: speech and silence run in real time. */
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { profiles, recordings } from '../../platform/database/schema.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { untilAllLinesClosed } from '../../testing/world/conversations.ts';
import { voiceWorlds } from '../../testing/world/voice-world.ts';
import {
  expectSpeech,
  MAIN_LINE,
  readVoicemail,
  VOICEMAIL_CALLER,
  waitForCallFrom,
} from '../../testing/world/voicemail-callers.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const SILENT_CALLER = '+14155550132';

withDatabase('with the real voice service, a caller whose call is not answered', (open) => {
  const start = voiceWorlds(open);

  it('hears the welcome and greeting, speaks after the tone, and is recorded', async () => {
    const world = await start();
    await world.db.update(profiles).set({ welcome_message: 'Welcome.', voicemail_greeting: 'Please speak.' });
    await world.callIn(VOICEMAIL_CALLER, MAIN_LINE);
    const call = await waitForCallFrom(world, VOICEMAIL_CALLER, (one) => one.voicemail_seconds !== null);
    expect(call.status).toBe('missed');
    expect(call.voicemail_seconds).toBeGreaterThanOrEqual(1);
    expectSpeech(await readVoicemail(world, call.id));
    await waitForCallFrom(world, VOICEMAIL_CALLER, (one) => one.ended_at !== null);
    await untilAllLinesClosed(world);
  });

  it('is redirected from the music to voicemail, and recorded even if the server restarts in between', async () => {
    const world = await start();
    await world.db.update(profiles).set({ voicemail_greeting: 'Please speak.' });
    const ann = await world.agent('agent@demo.test');
    const caller = await world.callIn(VOICEMAIL_CALLER, MAIN_LINE);
    const lineOf = async () => (await world.lines()).find(({ call_sid }) => call_sid === caller);
    const ring = await ann.phone.ring(1);
    await until('the caller to join the conference', async () => (await lineOf())?.conference);
    const { id } = await waitForCallFrom(world, VOICEMAIL_CALLER, () => true);
    await ann.post(`/apps/webrtc/${id}/reject`);
    await until('the phone to stop ringing', () => ring.state === 'canceled');
    await until('the caller to leave the conference', async () => (await lineOf())?.conference == null);
    await world.restart(async () => {});
    const call = await waitForCallFrom(world, VOICEMAIL_CALLER, (one) => one.voicemail_seconds !== null);
    expect(call.status).toBe('missed');
    expectSpeech(await readVoicemail(world, call.id));
    await waitForCallFrom(world, VOICEMAIL_CALLER, (one) => one.ended_at !== null);
    await untilAllLinesClosed(world);
  });

  it('leaves no voicemail by staying silent', async () => {
    const world = await start();
    await world.db.update(profiles).set({ voicemail_greeting: 'Please speak.' });
    await world.callIn(SILENT_CALLER, MAIN_LINE);
    const call = await waitForCallFrom(world, SILENT_CALLER, (one) => one.ended_at !== null);
    expect(call).toMatchObject({ voicemail_seconds: null, voicemail_at: expect.any(Date) });
    await untilAllLinesClosed(world);
    expect(await world.db.select().from(recordings).where(eq(recordings.call_id, call.id))).toEqual([]);
  });
});
