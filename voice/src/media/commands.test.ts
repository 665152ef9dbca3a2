import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCommand } from './commands.ts';

test.each<[string, object]>([
  ['a command with an offer', { type: 'answerOffer', leg: 'CA1', sdp: 'v=0' }],
  ['a command with routes', { type: 'setHears', routes: [{ leg: 'CA1', hears: ['CA2'] }] }],
  [
    'a command with sounds',
    {
      type: 'play',
      leg: 'CA1',
      play: 'P1',
      sounds: [
        { kind: 'file', path: '/a.wav' },
        { kind: 'tone', frequencies: [440, 480], onMs: 2000, offMs: 4000 },
        { kind: 'silence', ms: 20 },
      ],
      loop: true,
    },
  ],
  [
    'a command with a persona',
    { type: 'setPersona', leg: 'CA1', persona: { kind: 'talker', lines: ['/a.wav'], pauseMs: 700 } },
  ],
  ['a command without fields', { type: 'readLevels' }],
])('%s is parsed unchanged', (_name, command) => {
  expect(parseCommand({ id: 7, ...command })).toEqual({ ok: true, id: 7, command });
});

test.each<[string, unknown, string]>([
  ['a string', 'hello', 'a command without an ID'],
  ['null', null, 'a command without an ID'],
  ['a command without a type', { id: 1 }, 'type: '],
  ['an empty leg', { id: 1, type: 'closeLeg', leg: '' }, 'leg: '],
  ['a 1 MB SDP', { id: 1, type: 'answerOffer', leg: 'a', sdp: 'x'.repeat(1_000_000) }, 'sdp: '],
  [
    'a negative pause',
    { id: 1, type: 'setPersona', leg: 'a', persona: { kind: 'talker', lines: ['/a'], pauseMs: -1 } },
    'persona.pauseMs: ',
  ],
])('%s is rejected with a reason', (_name, message, reason) => {
  const reading = parseCommand(message);
  expect(reading.ok ? '' : reading.error).toContain(reason);
});

test('random messages do not break the parser', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (message, leg) => {
      parseCommand(message);
      parseCommand({ id: 1, type: 'setHears', routes: message, leg });
      parseCommand({ id: 1, type: 'play', leg, play: message, sounds: [message] });
    }),
  );
});
