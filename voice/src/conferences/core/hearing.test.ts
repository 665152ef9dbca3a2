import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audibleSpeakers, type Hearer } from './hearing.ts';

const who = (callSid: string, more: Partial<Hearer> = {}): Hearer => ({
  callSid,
  muted: false,
  hold: false,
  coaches: null,
  ...more,
});

test.each<[string, readonly Hearer[], Record<string, readonly string[]>]>([
  ['alone one hears nobody', [who('a')], { a: [] }],
  ['two hear each other', [who('a'), who('b')], { a: ['b'], b: ['a'] }],
  ['three hear all others', [who('a'), who('b'), who('c')], { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'] }],
  ['a muted one hears and is not heard', [who('a'), who('b', { muted: true })], { a: [], b: ['a'] }],
  ['a held one neither hears nor is heard', [who('a'), who('b', { hold: true })], { a: [], b: [] }],
  [
    'only the coached one hears the coach, who hears everyone',
    [who('agent'), who('lead'), who('coach', { coaches: 'agent' })],
    { agent: ['lead', 'coach'], lead: ['agent'], coach: ['agent', 'lead'] },
  ],
  [
    'while the coached one is held nobody hears the coach',
    [who('agent', { hold: true }), who('lead'), who('coach', { coaches: 'agent' })],
    { agent: [], lead: [], coach: ['lead'] },
  ],
  [
    'when the coached one is gone nobody hears the coach',
    [who('lead'), who('coach', { coaches: 'agent' })],
    { lead: [], coach: ['lead'] },
  ],
  [
    'a listener is a muted one',
    [who('agent'), who('lead'), who('listener', { muted: true })],
    { agent: ['lead'], lead: ['agent'], listener: ['agent', 'lead'] },
  ],
])('%s', (_, participants, expected) => {
  expect(Object.fromEntries(audibleSpeakers(participants))).toEqual(expected);
});

test('nobody hears oneself, a muted or a held one, and a coach is heard by one at most', () => {
  const sids = ['a', 'b', 'c', 'd'];
  const one = fc.record({
    muted: fc.boolean(),
    hold: fc.boolean(),
    coaches: fc.option(fc.constantFrom(...sids), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 4 }), (some) => {
      const participants = some.map((more, index) => ({ callSid: sids[index] ?? '', ...more }));
      const heard = audibleSpeakers(participants);
      for (const speaker of participants) {
        const listeners = participants.filter((l) => heard.get(l.callSid)?.includes(speaker.callSid));
        expect(listeners).not.toContain(speaker);
        if (speaker.muted || speaker.hold) expect(listeners).toEqual([]);
        if (speaker.coaches !== null)
          expect(listeners.every((l) => l.callSid === speaker.coaches)).toBe(true);
        for (const listener of listeners) expect(listener.hold).toBe(false);
      }
    }),
  );
});
