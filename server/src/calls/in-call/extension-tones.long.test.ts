/** Dials an extension on the real voice service and checks the tones that the called party hears. */
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { calls } from '../../platform/database/schema.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { TALKING_LEAD } from '../../testing/world/conversations.ts';
import { callNow } from '../../testing/world/provider-events.ts';
import { voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** The longest extension, so that a slow machine can't miss all tones. */
const EXTENSION = '5'.repeat(20);
/** Row and column frequencies of the keypad; key 5 is in the second row and second column. */
const KEYPAD = [697, 770, 852, 941, 1209, 1336, 1477];
const FIVE = [770, 1336];
const LOUD = 0.02;

withDatabase('an extension', (open) => {
  const start = voiceWorlds(open);

  it('is heard by the called party before they join the conference', async () => {
    const [world, ann] = await start.as('agent@demo.test');
    const placed = await callNow(ann, `${TALKING_LEAD};ext=${EXTENSION}`, { fname: '', lname: '' });
    const { call_user_id, call } = placed.body as { call_user_id: number; call: { id: number } };
    await ann.phone.connect({ call_user_id: String(call_user_id), caller_id: '', To: TALKING_LEAD });
    const heard = await until('the tones', async () => {
      const line = (await world.lines(KEYPAD)).find(({ kind }) => kind === 'carrier');
      return line?.tones.some((level) => level > LOUD) ? line : null;
    });
    expect(KEYPAD.filter((_tone, index) => (heard.tones[index] ?? 0) > LOUD)).toEqual(FIVE);
    expect([heard.conference, heard.hears]).toEqual([null, []]);
    await until('both to hear each other', async () => {
      const lines = await world.lines();
      return lines.length === 2 && lines.every(({ hears }) => hears.length === 1);
    });
    const row = await until('the call to be in progress', async () =>
      (await world.db.select().from(calls).where(eq(calls.id, call.id))).find(
        ({ status }) => status === 'in-progress',
      ),
    );
    expect(row.extension).toBe(EXTENSION);
  });
});
