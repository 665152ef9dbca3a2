import { localTime } from '@offhook/contract/weekly-schedule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../../../platform/core/sentences.ts';
import {
  type CallingRules,
  type Contact,
  mayAgentCall,
  mayContact,
  numberTimeZones,
  personTimeZones,
  rulesForNumber,
  type Verdict,
} from './callable.ts';

const rules: CallingRules = { fromMinute: 480, toMinute: 1260, attemptsPerDay: null };
const ada: Contact = { doNotCall: false, isRemoved: false, timeZones: ['America/New_York'], attempts: [] };
const at = (moment: string) => Date.parse(moment);
const readable = (verdict: Verdict) =>
  verdict.kind === 'allowed' ? verdict : { ...verdict, reason: english(verdict.reason) };
const noon = at('2026-07-06T12:00:00-04:00');

const rows: readonly [string, Contact, CallingRules, string, Verdict['kind'], string | null][] = [
  ['a call within the hours is allowed', ada, rules, '2026-07-06T12:00:00-04:00', 'allowed', null],
  ['the first minute of the hours is allowed', ada, rules, '2026-07-06T08:00:00-04:00', 'allowed', null],
  ['the last minute of the hours is allowed', ada, rules, '2026-07-06T20:59:59-04:00', 'allowed', null],
  [
    'the end of the hours is exclusive',
    ada,
    rules,
    '2026-07-06T21:00:00-04:00',
    'later',
    '2026-07-07T08:00:00-04:00',
  ],
  [
    'a call before the hours waits for their start',
    ada,
    rules,
    '2026-07-06T07:59:59-04:00',
    'later',
    '2026-07-06T08:00:00-04:00',
  ],
  [
    'the night of the spring clock change is an hour shorter',
    ada,
    rules,
    '2026-03-07T23:30:00-05:00',
    'later',
    '2026-03-08T08:00:00-04:00',
  ],
  [
    'the night of the fall clock change is an hour longer',
    ada,
    rules,
    '2026-10-31T23:30:00-04:00',
    'later',
    '2026-11-01T08:00:00-05:00',
  ],
  [
    'the time must be within hours in every candidate zone',
    { ...ada, timeZones: ['America/New_York', 'America/Los_Angeles'] },
    rules,
    '2026-07-06T09:00:00-04:00',
    'later',
    '2026-07-06T08:00:00-07:00',
  ],
  [
    'hours may cross midnight',
    ada,
    { ...rules, fromMinute: 1200, toMinute: 60 },
    '2026-07-06T00:30:00-04:00',
    'allowed',
    null,
  ],
  [
    'equal bounds allow any time',
    ada,
    { ...rules, fromMinute: 0, toMinute: 0 },
    '2026-07-06T03:00:00-04:00',
    'allowed',
    null,
  ],
  [
    'at the daily limit, a call waits until the oldest attempt is a day old',
    { ...ada, attempts: [noon - 3_600_000, noon - 7_200_000, noon - 90_000_000] },
    { ...rules, attemptsPerDay: 2 },
    '2026-07-06T12:00:00-04:00',
    'later',
    '2026-07-07T10:00:00-04:00',
  ],
  [
    'below the daily limit, a call is allowed',
    { ...ada, attempts: [noon - 3_600_000] },
    { ...rules, attemptsPerDay: 2 },
    '2026-07-06T12:00:00-04:00',
    'allowed',
    null,
  ],
  [
    'a number on the do-not-call list is blocked at any time',
    { ...ada, doNotCall: true },
    rules,
    '2026-07-06T03:00:00-04:00',
    'blocked',
    null,
  ],
  [
    'a removed lead is blocked',
    { ...ada, isRemoved: true },
    rules,
    '2026-07-06T12:00:00-04:00',
    'blocked',
    null,
  ],
];

describe('mayContact', () => {
  it.each(rows)('%s', (_title, contact, account, moment, kind, next) => {
    const verdict = mayContact('call', contact, account, at(moment));
    expect(verdict.kind).toBe(kind);
    expect(verdict.kind === 'later' ? verdict.next : null).toBe(next === null ? null : at(next));
  });

  it('the reason is a sentence', () => {
    const sentence = (contact: Contact, moment: string, most: number | null = null) => {
      const verdict = mayContact('call', contact, { ...rules, attemptsPerDay: most }, at(moment));
      return verdict.kind === 'allowed' ? null : english(verdict.reason);
    };
    expect([
      sentence(ada, '2026-07-06T06:05:00-04:00'),
      sentence({ ...ada, attempts: [noon - 1] }, '2026-07-06T12:00:00-04:00', 1),
      sentence({ ...ada, doNotCall: true }, '2026-07-06T12:00:00-04:00'),
      sentence({ ...ada, isRemoved: true }, '2026-07-06T12:00:00-04:00'),
    ]).toEqual([
      'It is 6:05 AM in New York. Leads are called from 8:00 AM to 9:00 PM.',
      'This lead has reached the limit of 1 call in 24 hours.',
      'This number is on the do-not-call list.',
      'This lead was removed and must not be called.',
    ]);
  });

  describe('with separate hours for texts', () => {
    const texting = { ...rules, texting: { fromMinute: 540, toMinute: 1200 } };
    const verdicts = (moment: string) =>
      (['call', 'text'] as const).map((channel) => mayContact(channel, ada, texting, at(moment)).kind);

    it.each([
      ['before both', '2026-07-06T07:59:00-04:00', ['later', 'later']],
      ['before texts', '2026-07-06T08:30:00-04:00', ['allowed', 'later']],
      ['in both', '2026-07-06T09:00:00-04:00', ['allowed', 'allowed']],
      ['after texts', '2026-07-06T20:00:00-04:00', ['allowed', 'later']],
    ])('calls and texts are checked against their own hours: %s', (_when, moment, expected) => {
      expect(verdicts(moment)).toEqual(expected);
    });

    it('the reason names the hours for texts', () => {
      expect(readable(mayContact('text', ada, texting, at('2026-07-06T20:30:00-04:00')))).toEqual({
        kind: 'later',
        reason: 'It is 8:30 PM in New York. Texts are sent from 9:00 AM to 8:00 PM.',
        next: at('2026-07-07T09:00:00-04:00'),
      });
    });

    it('texts use the hours for calls if they have none', () => {
      expect(
        readable(mayContact('text', ada, { ...rules, texting: null }, at('2026-07-06T06:05:00-04:00'))),
      ).toMatchObject({ reason: 'It is 6:05 AM in New York. Texts are sent from 8:00 AM to 9:00 PM.' });
    });
  });

  it.each([
    ['call', {}, 'allowed'],
    ['text', {}, 'blocked'],
    ['text', { agreedToTexts: true }, 'allowed'],
  ] as const)('if texts require consent, a %s with %j is %s', (channel, facts, kind) => {
    const strict = { ...rules, textsNeedConsent: true };
    expect(mayContact(channel, { ...ada, ...facts }, strict, noon).kind).toBe(kind);
    expect(mayContact(channel, { ...ada, ...facts }, rules, noon).kind).toBe('allowed');
  });

  it('the daily call limit does not apply to texts', () => {
    const often = { ...ada, attempts: [noon - 1, noon - 2] };
    expect(mayContact('text', often, { ...rules, attemptsPerDay: 1 }, noon).kind).toBe('allowed');
  });

  const zones = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];
  const anyContact = fc.record({
    doNotCall: fc.constant(false),
    isRemoved: fc.constant(false),
    timeZones: fc.constantFrom(...zones).map((zone) => [zone]),
    attempts: fc.array(fc.integer({ min: noon - 2 * 86_400_000, max: noon + 300 * 86_400_000 }), {
      maxLength: 4,
    }),
  });
  const anyRules = fc.record({
    fromMinute: fc.integer({ min: 0, max: 1439 }),
    toMinute: fc.integer({ min: 0, max: 1439 }),
    attemptsPerDay: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  });
  const anyMoment = fc.integer({ min: noon, max: noon + 365 * 86_400_000 });

  it('the next allowed time is the first allowed minute, on every day of the year', () => {
    fc.assert(
      fc.property(anyContact, anyRules, anyMoment, (contact, account, moment) => {
        const verdict = mayContact('call', contact, account, moment);
        if (verdict.kind !== 'later') return;
        expect(verdict.next).toBeGreaterThan(moment);
        // Later attempts aren't known at that time.
        const known = { ...contact, attempts: contact.attempts.filter((time) => time <= moment) };
        expect(mayContact('call', known, account, verdict.next).kind).toBe('allowed');
        expect(mayContact('call', known, account, verdict.next - 1).kind).toBe('later');
      }),
      { numRuns: 300 },
    );
  });

  it('a call outside the person’s hours is never allowed', () => {
    fc.assert(
      fc.property(anyContact, anyMoment, (contact, moment) => {
        const verdict = mayContact('call', contact, rules, moment);
        const [zone = 'UTC'] = contact.timeZones;
        const { minute } = localTime(zone, moment);
        expect(verdict.kind === 'allowed').toBe(minute >= 480 && minute < 1260);
      }),
      { numRuns: 300 },
    );
  });
});

describe('numberTimeZones', () => {
  const team = { country: 'US', timeZone: 'America/Los_Angeles' };
  it.each([
    ['a number in the team’s country has the team’s zone', 'US', ['America/Los_Angeles']],
    ['a number in a country with one zone has that zone', 'GB', ['Europe/London']],
    ['a number without a country has the team’s zone', null, ['America/Los_Angeles']],
    ['a number in an unknown country has the team’s zone', 'ZZ', ['America/Los_Angeles']],
  ])('%s', (_title, country, expected) => {
    expect(numberTimeZones(country, [], team)).toEqual(expected);
  });

  it('a number in a country with several zones has all of them', () => {
    expect(numberTimeZones('CA', [], team)).toEqual(
      expect.arrayContaining(['America/Vancouver', 'America/Toronto']),
    );
  });
});

describe('personTimeZones', () => {
  const number = { country: 'GB', zones: ['Europe/London'] };
  const withoutArea = { country: 'US', zones: [] };
  const account = { country: 'US', timeZone: 'America/Chicago' };
  it.each([
    ['the lead’s own zone comes first', 'Asia/Tokyo', number, 'America/Denver', 'Asia/Tokyo'],
    ['the number’s zone comes second', null, number, 'America/Denver', 'Europe/London'],
    ['the team’s zone comes third', null, withoutArea, 'America/Denver', 'America/Denver'],
    ['the account’s zone comes last', null, withoutArea, null, 'America/Chicago'],
  ])('%s', (_title, lead, phone, team, expected) => {
    expect(personTimeZones(lead, phone, team, account)).toEqual([expected]);
  });
});

describe('the hours of a number’s region', () => {
  const account: CallingRules = { fromMinute: 480, toMinute: 1_260, attemptsPerDay: 3 };
  const windows = [
    { prefix: '+1', from_minute: 540, to_minute: 1_320 },
    { prefix: '+1305', from_minute: 600, to_minute: 1_200 },
  ];

  it('narrow the account’s hours, and the longest prefix wins', () => {
    const rulesOf = (number: string) => rulesForNumber(account, windows, number);
    expect(rulesOf('+13055550100')).toEqual({ fromMinute: 600, toMinute: 1_200, attemptsPerDay: 3 });
    expect(rulesOf('+14155550100')).toEqual({ fromMinute: 540, toMinute: 1_260, attemptsPerDay: 3 });
    expect(rulesOf('+442079460958')).toEqual(account);
  });

  it('apply to texts too', () => {
    const texting = { ...account, texting: { fromMinute: 480, toMinute: 1_080 } };
    expect(rulesForNumber(texting, windows, '+13055550100').texting).toEqual({
      fromMinute: 600,
      toMinute: 1_080,
    });
  });

  it('replace the account’s hours if the two do not overlap', () => {
    const mornings = { ...account, fromMinute: 480, toMinute: 540 };
    expect(rulesForNumber(mornings, windows, '+13055550100')).toMatchObject({
      fromMinute: 600,
      toMinute: 1_200,
    });
  });

  it('apply if the account has no hours', () => {
    const always = { ...account, fromMinute: 0, toMinute: 0 };
    expect(rulesForNumber(always, windows, '+13055550100')).toMatchObject({
      fromMinute: 600,
      toMinute: 1_200,
    });
  });
});

it.each([
  ['is allowed', {}, true],
  ['is allowed at night and above the daily limit', { attempts: [noon, noon, noon] }, true],
  ['is blocked for a number on the do-not-call list', { doNotCall: true }, false],
  ['is blocked for a removed lead', { isRemoved: true }, false],
])("an agent's own call %s", (_title, change, expected) => {
  const contact = { ...ada, ...change };
  const night = at('2026-07-06T03:00:00-04:00');
  expect(mayContact('call', contact, { ...rules, attemptsPerDay: 2 }, night).kind).not.toBe('allowed');
  expect(mayAgentCall(contact)).toBe(expected);
});
