import { afterAll, beforeAll, test } from 'vitest';
import { until } from '../testing/until.ts';
import { says } from './recorded-speech.ts';
import { openWorld, type World } from './world.ts';

/** Telephones that take long until they hang up. */
let world: World;

beforeAll(async () => {
  world = await openWorld();
  world.on('/wait', () => '<Response><Pause length="120"/></Response>');
});

afterAll(() => world.close());

const dial = (to: string) =>
  world.client.calls.create({ to, from: '+14155550199', url: world.url('/wait'), record: true });

const ends = (sid: string) =>
  until(async () => (await world.client.calls(sid).fetch()).status === 'completed', 'it is completed');

test.concurrent('somebody at the wheel asks to be called later, and goes', async () => {
  const call = await dial('+14155550121');
  await says(world, call.sid, 'later-2');
  await ends(call.sid);
});

test.concurrent('who hears nothing asks twice and hangs up', async () => {
  const call = await dial('+14155550122');
  await says(world, call.sid, 'quiet-2');
  await ends(call.sid);
});
