import { expect, test } from 'vitest';
import { encodeUlaw, FRAME_SAMPLES, ULAW_SILENCE } from '../core/sound/g711.ts';
import type { MediaLeg } from './media-leg.ts';
import { Switchboard } from './switchboard.ts';

/** A leg that notes what it is sent: 'F' forwarded, 'S' silence, 'M' a mix or a sound. */
function makeLeg(id: string, options: Partial<MediaLeg> = {}) {
  const got: string[] = [];
  const leg: MediaLeg = {
    id,
    kind: 'client',
    connected: true,
    sendFrame: (frame) => {
      got.push(frame.every((byte) => byte === ULAW_SILENCE) ? 'S' : 'M');
    },
    forward: () => {
      got.push('F');
    },
    tick: () => {},
    close: () => {},
    ...options,
  };
  return { leg, got, text: () => got.join('') };
}

const loud = encodeUlaw(new Int16Array(FRAME_SAMPLES).fill(9000));

function makeBoard(...ids: string[]) {
  const faults: string[] = [];
  const played: string[] = [];
  const board = new Switchboard({
    played: (leg, play) => played.push(`${leg} ${play}`),
    detected: () => {},
    fault: (leg) => faults.push(String(leg)),
  });
  const legs = Object.fromEntries(
    ids.map((id) => {
      const made = makeLeg(id);
      board.add(made.leg);
      return [id, made];
    }),
  );
  let sequence = 0;
  const say = (id: string, now: number) => {
    sequence += 1;
    board.take(id, id, sequence, sequence * 160, loud, now);
  };
  return { board, legs, faults, played, say };
}

test('audio time is 20 ms a tick; ticks that are skipped are none of it', () => {
  const { board } = makeBoard();
  for (let now = 0; now < 200; now += 20) board.tick(now);
  board.skipped(100);
  expect(board.audioMs).toBe(200);
});

test('a forwarded packet goes out when it comes, and no tick adds to it', () => {
  const { board, legs, say } = makeBoard('a', 'b');
  board.setHears([{ leg: 'b', hears: ['a'] }]);
  for (let now = 0; now < 200; now += 20) {
    say('a', now);
    board.tick(now + 1);
  }
  expect(legs['b']?.text()).toBe('F'.repeat(10));
});

test('when the source is still, silence fills in, and ends with its return', () => {
  const { board, legs, say } = makeBoard('a', 'b');
  board.setHears([{ leg: 'b', hears: ['a'] }]);
  say('a', 0);
  for (let now = 20; now <= 200; now += 20) board.tick(now);
  expect(legs['b']?.text()).toBe('FSSSS');
  say('a', 205);
  board.tick(210);
  expect(legs['b']?.text()).toBe('FSSSSF');
});

test('a source that is not there yet is heard as soon as it is', () => {
  const { board, legs, say } = makeBoard('b');
  board.setHears([{ leg: 'b', hears: ['a'] }]);
  board.add(makeLeg('a').leg);
  say('a', 0);
  expect(legs['b']?.text()).toBe('F');
  board.remove('a');
  say('a', 20);
  expect(legs['b']?.text()).toBe('F');
});

test('the levels tell what is sent and what is heard, and by whose order', () => {
  const { board, say } = makeBoard('a', 'b');
  board.setHears([{ leg: 'b', hears: ['a', 'later'] }]);
  for (let now = 0; now < 400; now += 20) {
    say('a', now);
    board.tick(now + 1);
  }
  const [a, b] = board.levels(400);
  expect(a).toMatchObject({ leg: 'a', packetsIn: 20, hears: [] });
  expect(a?.in).toBeCloseTo(9000 / 32768, 1);
  expect(b).toMatchObject({ leg: 'b', packetsIn: 0, packetsOut: 20, hears: ['a', 'later'] });
  expect(b?.out).toBeCloseTo(9000 / 32768, 1);
});

test('a leg that is not connected loses nothing of its sound', () => {
  const { board, played } = makeBoard();
  let connected = false;
  const late = makeLeg('a');
  Object.defineProperty(late.leg, 'connected', { get: () => connected });
  board.add(late.leg);
  board.play('a', 'P1', [{ kind: 'tone', frequencies: [500], on: 40, off: 0 }], false);
  for (let now = 0; now < 100; now += 20) board.tick(now);
  expect(played).toEqual([]);
  connected = true;
  late.got.length = 0;
  for (let now = 100; now < 200; now += 20) board.tick(now);
  expect(late.text()).toBe('MMSSS');
  expect(played).toEqual(['a P1']);
});

test('a leg that breaks does not disturb the others', () => {
  const { board, legs, faults, say } = makeBoard('a', 'b');
  const broken = (): never => {
    throw new Error('broken');
  };
  board.add(makeLeg('c', { tick: broken }).leg);
  board.add(makeLeg('d', { sendFrame: broken }).leg);
  board.setHears([{ leg: 'b', hears: ['a', 'c'] }]);
  for (let now = 0; now < 100; now += 20) {
    say('a', now);
    board.tick(now);
  }
  expect(legs['b']?.text()).toBe('SMMMM');
  expect(legs['a']?.text()).toBe('SSSSS');
  expect(new Set(faults)).toEqual(new Set(['c', 'd']));
});
