import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { users } from '../../platform/database/schema.ts';
import { withDatabase } from '../../testing/database/database.ts';
import {
  callOf,
  expectHearing,
  TALKING_LEAD,
  untilAllLinesClosed,
} from '../../testing/world/conversations.ts';
import { type VoiceWorld, voiceWorlds } from '../../testing/world/voice-world.ts';
import { until } from '../../testing/world/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** A simulated party that presses 1 when asked for a key. */
const ACCEPTING_PHONE = '+14155550131';

async function setExternalNumber({ db }: VoiceWorld, number: string): Promise<number> {
  const [row] = await db
    .update(users)
    .set({ is_app_only: false, mobile_enabled: true, phone_number: number })
    .where(eq(users.email, 'agent@demo.test'))
    .returning({ id: users.id });
  return row?.id ?? 0;
}

const lineTo = (world: VoiceWorld, number: string) =>
  until(
    `a line to ${number} in a conference`,
    async () => (await world.lines()).find(({ to, conference }) => to === number && conference !== null),
    60_000,
  );

withDatabase('an agent on an external phone', (open) => {
  const start = voiceWorlds(open);

  it('talks with the lead after pressing 1, and ends the call by hanging up', async () => {
    const world = await start();
    const annId = await setExternalNumber(world, ACCEPTING_PHONE);
    const callId = await world.postLead(TALKING_LEAD);
    const ann = await lineTo(world, ACCEPTING_PHONE);
    const lead = await lineTo(world, TALKING_LEAD);
    await expectHearing(world, { ann: ann.call_sid, lead: lead.call_sid }, { ann: ['lead'], lead: ['ann'] });
    await until(
      'the conversation to start',
      async () => (await callOf(world, callId)).status === 'in-progress',
    );
    expect(await callOf(world, callId)).toMatchObject({ agent_id: annId });
    await world.hangUp(ann.call_sid);
    await until('the call to end', async () => (await callOf(world, callId)).ended_at);
    expect(await callOf(world, callId)).toMatchObject({ status: 'completed' });
    await untilAllLinesClosed(world);
  });
});
