import { expect, test } from 'vitest';
import { FRAME_SAMPLES, ULAW_SILENCE } from './g711.ts';
import { Playlist } from './playlist.ts';
import type { Clip } from './tones.ts';

const clip = (value: number, frames: number): Clip => ({
  kind: 'samples',
  ulaw: new Uint8Array(frames * FRAME_SAMPLES).fill(value),
});

function play(clips: readonly Clip[], loop: boolean, frames: number): string {
  const list = new Playlist(clips, loop);
  const out = new Uint8Array(FRAME_SAMPLES);
  let output = '';
  for (let i = 0; i < frames; i += 1) {
    output += list.next(out) ? (out[0] === ULAW_SILENCE ? '_' : String(out[0])) : '.';
  }
  return output;
}

test.each<[string, readonly Clip[], boolean, string]>([
  ['clips play in order and then end', [clip(1, 2), clip(2, 1)], false, '112..'],
  ['a loop restarts', [clip(1, 2), clip(2, 1)], true, '11211211'],
  ['silence lasts for its duration', [clip(1, 1), { kind: 'silence', ms: 40 }, clip(2, 1)], false, '1__2.'],
  ['an empty playlist ends immediately', [], false, '..'],
  ['an empty loop ends immediately', [], true, '..'],
  ['an empty clip plays one frame of silence', [clip(1, 0)], true, '___'],
])('%s', (_name, clips, loop, expected) => {
  expect(play(clips, loop, expected.length)).toBe(expected);
});
