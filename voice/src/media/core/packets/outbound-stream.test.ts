import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutboundStream } from './outbound-stream.ts';

type Step = (stream: OutboundStream) => boolean;
const placeGenerated =
  (now: number): Step =>
  (stream) => {
    stream.placeGenerated(160, now);
    return true;
  };
const placeForwarded =
  (source: string, sequence: number, timestamp: number, now: number): Step =>
  (stream) =>
    stream.placeForwarded(source, sequence, timestamp, 160, now);

/** Formats each packet as sequence/timestamp with M for the marker, '-' if dropped. */
function run(steps: readonly Step[], first = 10): string {
  const stream = new OutboundStream(first, 1000);
  return steps
    .map((step) => (step(stream) ? `${stream.sequence}/${stream.timestamp}${stream.marker ? 'M' : ''}` : '-'))
    .join(' ');
}

test.each<[string, readonly Step[], string]>([
  ['generated frames are consecutive', [placeGenerated(0), placeGenerated(20)], '10/1000 11/1160'],
  [
    'a forwarded source keeps its gaps, so that packet loss stays visible',
    [
      placeForwarded('a', 500, 70_000, 0),
      placeForwarded('a', 501, 70_160, 20),
      placeForwarded('a', 503, 70_480, 60),
    ],
    '10/1000M 11/1160 13/1480',
  ],
  [
    'reordered packets keep their sequence numbers',
    [
      placeForwarded('a', 500, 0, 0),
      placeForwarded('a', 502, 320, 20),
      placeForwarded('a', 501, 160, 21),
      placeForwarded('a', 503, 480, 40),
    ],
    '10/1000M 12/1320 11/1160 13/1480',
  ],
  [
    'a change of source continues the stream with the marker bit',
    [
      placeForwarded('a', 500, 0, 0),
      placeForwarded('b', 9, 4_000_000_000, 20),
      placeForwarded('b', 10, 4_000_000_160, 40),
    ],
    '10/1000M 11/1160M 12/1320',
  ],
  [
    'silence ends a run, and a late packet of that run is dropped',
    [
      placeForwarded('a', 500, 0, 0),
      placeGenerated(20),
      placeForwarded('a', 502, 320, 40),
      placeForwarded('a', 501, 160, 41),
    ],
    '10/1000M 11/1160M 12/1320M -',
  ],
  [
    'a source whose numbers wrap continues',
    [placeForwarded('a', 65_535, 4_294_967_200, 0), placeForwarded('a', 0, 64, 20)],
    '10/1000M 11/1160',
  ],
  [
    'a jump in the source starts a new run',
    [placeForwarded('a', 100, 0, 0), placeForwarded('a', 5000, 0, 20)],
    '10/1000M 11/1160M',
  ],
  ['a pause advances the timestamp', [placeGenerated(0), placeGenerated(1000)], '10/1000 11/9000'],
])('%s', (_name, steps, expected) => {
  expect(run(steps)).toBe(expected);
});

test('sequence numbers grow beyond 16 bits', () => {
  expect(run([placeGenerated(0), placeGenerated(20)], 65_535)).toBe('65535/1000 65536/1160');
});

test('no sequence number is used twice', () => {
  const step = fc.oneof(
    fc.constant(null),
    fc.record({ source: fc.constantFrom('a', 'b'), sequence: fc.integer({ min: 0, max: 40 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const stream = new OutboundStream(65_530, 0);
      const used = new Set<number>();
      // Replay protection delivers each sequence number of a source once per run.
      const delivered = new Set<string>();
      steps.forEach((each, i) => {
        if (each === null) stream.placeGenerated(160, i * 20);
        else {
          const key = `${each.source}${each.sequence}`;
          if (delivered.has(key)) return;
          delivered.add(key);
          if (!stream.placeForwarded(each.source, each.sequence, each.sequence * 160, 160, i * 20)) return;
        }
        expect(used.has(stream.sequence)).toBe(false);
        used.add(stream.sequence);
      });
    }),
  );
});
