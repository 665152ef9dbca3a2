import { expect, it, vi } from 'vitest';
import { profiles } from '../../platform/database/schema.ts';
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

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

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
});
