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

/** Formats forwarding from a to b as 'a>b', and two mixes or recordings that use a's frames as 'a#2'. */
function describeWiring({ hears, playing = [], recordedLegs = [] }: Case): string {
  const ports = new Map<string, MixerPort>();
  for (const [id, sources] of Object.entries(hears)) {
    const port = createMixerPort(leg(id));
    port.hears = sources;
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
  ['ports that hear nothing are not connected', { hears: { a: [], b: [] } }, ''],
  ['audio of two ports that hear each other is forwarded', { hears: { a: ['b'], b: ['a'] } }, 'a>b b>a'],
  ['three ports get mixes', { hears: { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] } }, 'a#2 b#2 c#2'],
  [
    'a listener gets a mix of two talkers',
    { hears: { a: ['b'], b: ['a'], c: ['a', 'b'] } },
    'a>b a#1 b>a b#1',
  ],
  ['a whisper is mixed for one port only', { hears: { a: ['b', 'c'], b: ['a'], c: [] } }, 'a>b b#1 c#1'],
  ['a port with playback is mixed', { hears: { a: ['b'], b: ['a'] }, playing: ['a'] }, 'a>b b#1'],
  [
    'a recording does not stop forwarding',
    { hears: { a: ['b'], b: ['a'] }, recordedLegs: ['a', 'b'] },
    'a>b a#1 b>a b#1',
  ],
  ['a port does not hear itself', { hears: { a: ['a', 'b'], b: ['b'] } }, 'b>a'],
  ['an unknown source is ignored', { hears: { a: ['b', 'unknown'], b: [] } }, 'b>a'],
  ['a source is forwarded to several ports', { hears: { a: [], b: ['a'], c: ['a'] } }, 'a>b a>c'],
])('%s', (_name, testCase, expected) => {
  expect(describeWiring(testCase)).toBe(expected);
});
