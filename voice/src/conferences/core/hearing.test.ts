import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audibleSpeakers, type HearingState } from './hearing.ts';

const participant = (callSid: string, more: Partial<HearingState> = {}): HearingState => ({
  callSid,
  muted: false,
  hold: false,
  coaches: null,
  ...more,
});

test.each<[string, readonly HearingState[], Record<string, readonly string[]>]>([
  ['a lone participant hears no one', [participant('a')], { a: [] }],
  ['two participants hear each other', [participant('a'), participant('b')], { a: ['b'], b: ['a'] }],
  [
    'three participants hear each other',
    [participant('a'), participant('b'), participant('c')],
    { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] },
  ],
  [
    'a muted participant hears but is not heard',
    [participant('a'), participant('b', { muted: true })],
    { a: [], b: ['a'] },
  ],
  [
    'a held participant neither hears nor is heard',
    [participant('a'), participant('b', { hold: true })],
    { a: [], b: [] },
  ],
  [
    'only the coached participant hears the coach, who hears everyone',
    [participant('agent'), participant('lead'), participant('coach', { coaches: 'agent' })],
    { agent: ['lead', 'coach'], lead: ['agent'], coach: ['agent', 'lead'] },
  ],
  [
    'no participant hears the coach while the coached one is on hold',
    [participant('agent', { hold: true }), participant('lead'), participant('coach', { coaches: 'agent' })],
    { agent: [], lead: [], coach: ['lead'] },
  ],
  [
    'no participant hears the coach after the coached one has left',
    [participant('lead'), participant('coach', { coaches: 'agent' })],
    { lead: [], coach: ['lead'] },
  ],
  [
    'a muted listener hears both sides',
    [participant('agent'), participant('lead'), participant('listener', { muted: true })],
    { agent: ['lead'], lead: ['agent'], listener: ['agent', 'lead'] },
  ],
])('%s', (_, participants, expected) => {
  expect(Object.fromEntries(audibleSpeakers(participants))).toEqual(expected);
});

test('no participant hears itself or a muted or held participant, and at most one hears a coach', () => {
  const sids = ['a', 'b', 'c', 'd'];
  const one = fc.record({
    muted: fc.boolean(),
    hold: fc.boolean(),
    coaches: fc.option(fc.constantFrom(...sids), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 4 }), (some) => {
      const participants = some.map((more, index) => ({ callSid: sids[index] ?? '', ...more }));
      const speakers = audibleSpeakers(participants);
      for (const speaker of participants) {
        const listeners = participants.filter((l) => speakers.get(l.callSid)?.includes(speaker.callSid));
        expect(listeners).not.toContain(speaker);
        if (speaker.muted || speaker.hold) expect(listeners).toEqual([]);
        if (speaker.coaches !== null)
          expect(listeners.every((l) => l.callSid === speaker.coaches)).toBe(true);
        for (const listener of listeners) expect(listener.hold).toBe(false);
      }
    }),
  );
});
