import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { encodeUlaw } from '../../media/core/audio/g711.ts';
import { LevelMeter } from '../../media/core/audio/level-meter.ts';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ VOICE_PAGE: '1' });
  return () => world.close();
});

const origin = () => `http://127.0.0.1:${world.voice.port}`;

/** A listener that is a program, as the page's would be. */
function listen(query: string, headers: Record<string, string> = { origin: origin() }) {
  const socket = new WebSocket(`${origin().replace('http', 'ws')}/inspector/listen?${query}`, { headers });
  const frames: Buffer[] = [];
  socket.on('message', (data: Buffer) => frames.push(data));
  const refused = new Promise<number>((resolve) =>
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0)),
  );
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  socket.on('error', () => {});
  return { socket, frames, closed, refused };
}

type Listener = ReturnType<typeof listen>;

const waitForTones = ({ frames }: Listener, expected: readonly number[], what: string) =>
  until(
    () => {
      const meter = new LevelMeter();
      for (const frame of frames.slice(-5)) {
        expect(frame).toHaveLength(320);
        const samples = Int16Array.from({ length: 160 }, (_, index) => frame.readInt16LE(index * 2));
        meter.add(encodeUlaw(samples), 0);
      }
      const tones = [400, 700];
      const levels = meter.toneLevels(tones);
      return tones.filter((_, index) => (levels[index] ?? 0) > 0.03).join() === expected.join();
    },
    `${expected.join(' and ')} Hz: ${what}`,
  );

/** Two simulated phones that hear each other; the first sends 400 Hz, the second 700 Hz. */
async function connectTwoPhones() {
  const call = await world.dial('+14155550130', { twiml: '<Response><Dial>+14155550131</Dial></Response>' });
  const second = await until(
    async () =>
      (await world.lines()).find((line) => line.to === '+14155550131' && line.hears.includes(call.sid)),
    'the second phone to hear the first',
  );
  const tone = (call_sid: string, frequency: number) =>
    world.lab('/controls', { control: 'tone', call_sid, frequency });
  await tone(call.sid, 400);
  await tone(second.call_sid, 700);
  return { first: call.sid, second: second.call_sid };
}

test('listeners hear what each party hears and says until the call ends', async () => {
  const { first, second } = await connectTwoPhones();
  const hears = listen(`call=${first}`);
  const says = listen(`call=${first}&side=says`);
  const both = listen(`call=${second}&side=both`);
  await waitForTones(hears, [700], 'what the first phone hears');
  await waitForTones(says, [400], 'what the first phone says');
  await waitForTones(both, [400, 700], 'both sides of the second phone');
  await world.hangUp(first);
  expect(await Promise.all([hears.closed, says.closed, both.closed])).toEqual([1000, 1000, 1000]);
  const late = listen(`call=${first}`);
  expect(await late.closed).toBe(4404);
  expect(late.frames).toEqual([]);
});

test('a listener that leaves ends nothing, and more than 16 are refused', async () => {
  const { first } = await connectTwoPhones();
  const listeners = Array.from({ length: 16 }, () => listen(`call=${first}`));
  await Promise.all(listeners.map((one) => waitForTones(one, [700], 'one of 16 listeners')));
  expect(await listen(`call=${first}`).closed).toBe(1013);
  for (const { socket } of listeners) socket.close();
  await Promise.all(listeners.map(({ closed }) => closed));
  const next = listen(`call=${first}&side=says`);
  await waitForTones(next, [400], 'the next listener');
  expect(await world.status(first)).toBe('in-progress');
  await world.hangUp(first);
  expect(await next.closed).toBe(1000);
});

test.each([
  ['a call that is no SID', 'call=everything'],
  ['no call', ''],
  ['an unknown side', `call=CA${'0'.repeat(32)}&side=above`],
])('a listener of %s is refused', async (_what, query) => {
  expect(await listen(query).closed).toBe(4400);
});

test('a call without audio has nothing to hear', async () => {
  const ringing = await world.dial('+14155550101');
  await world.waitForStatus(ringing.sid, 'ringing');
  expect(await listen(`call=${ringing.sid}`).closed).toBe(4409);
  await world.client.calls(ringing.sid).update({ status: 'completed' });
});

test('only the page of the service can listen or hold a phone', async () => {
  const query = `call=CA${'0'.repeat(32)}`;
  expect(await listen(query, { origin: 'https://evil.example' }).refused).toBe(403);
  expect(await listen(query, {}).refused).toBe(403);
  const rebound = { origin: 'http://evil.example', host: 'evil.example' };
  expect(await listen(query, rebound).refused).toBe(403);
  const phone = new WebSocket(`${origin().replace('http', 'ws')}/inspector/phone?number=%2B14155550100`, {
    headers: { origin: 'https://evil.example' },
  });
  phone.on('error', () => {});
  const status = await new Promise((resolve) =>
    phone.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
  );
  expect(status).toBe(403);
});
