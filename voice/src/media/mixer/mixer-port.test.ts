import { expect, test } from 'vitest';
import { Playlist } from '../core/audio/playlist.ts';
import type { MediaLeg } from './media-leg.ts';
import { connectPorts, createMixerPort, isForwarded, type MixerPort } from './mixer-port.ts';

const leg = (id: string): MediaLeg => ({
  id,
  kind: 'client',
  connected: true,
  sendFrame: () => {},
  forward: () => {},
  tick: () => {},
  close: () => {},
});

interface Case {
  readonly hears: Readonly<Record<string, readonly string[]>>;
  readonly playing?: readonly string[];
  readonly recordedLegs?: readonly string[];
}

/** 'a>b' where a's packets go to b unmixed, 'a#2' where two mixes or recordings take a's frames. */
function describeWiring({ hears, playing = [], recordedLegs = [] }: Case): string {
  const ports = new Map<string, MixerPort>();
  for (const [id, heard] of Object.entries(hears)) {
    const port = createMixerPort(leg(id));
    port.hears = heard;
    if (playing.includes(id)) port.playing = { play: 'P', list: new Playlist([], true) };
    ports.set(id, port);
  }
  connectPorts(ports, recordedLegs);
  const parts: string[] = [];
  for (const [id, port] of ports) {
    for (const to of port.forwardTo) {
      expect(isForwarded(to)).toBe(true);
      parts.push(`${id}>${to.leg.id}`);
    }
    if (port.tapCount > 0) parts.push(`${id}#${port.tapCount}`);
  }
  return parts.join(' ');
}

test.each<[string, Case, string]>([
  ['nobody hears anybody', { hears: { a: [], b: [] } }, ''],
  ['two hear each other', { hears: { a: ['b'], b: ['a'] } }, 'a>b b>a'],
  ['three are mixed', { hears: { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] } }, 'a#2 b#2 c#2'],
  ['one listens to two who talk', { hears: { a: ['b'], b: ['a'], c: ['a', 'b'] } }, 'a>b a#1 b>a b#1'],
  ['a whisper', { hears: { a: ['b', 'c'], b: ['a'], c: [] } }, 'a>b b#1 c#1'],
  ['who is played to is mixed', { hears: { a: ['b'], b: ['a'] }, playing: ['a'] }, 'a>b b#1'],
  [
    'a recording takes frames and leaves the packets',
    { hears: { a: ['b'], b: ['a'] }, recordedLegs: ['a', 'b'] },
    'a>b a#1 b>a b#1',
  ],
  ['nobody hears himself', { hears: { a: ['a', 'b'], b: ['b'] } }, 'b>a'],
  ['who is not there is not heard', { hears: { a: ['b', 'gone'], b: [] } }, 'b>a'],
  ['one is heard by many', { hears: { a: [], b: ['a'], c: ['a'] } }, 'a>b a>c'],
])('%s', (_sentence, given, expected) => {
  expect(describeWiring(given)).toBe(expected);
});
