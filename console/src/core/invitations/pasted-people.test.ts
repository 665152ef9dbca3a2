import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePeople } from './pasted-people.ts';

const ADA = ['ada@example.com', 'Ada Form'] as const;
const BEN = ['ben@example.com', ''] as const;

describe('a pasted list of people', () => {
  it.each<[text: string, people: readonly (readonly [email: string, name: string])[]]>([
    ['', []],
    [' \n,;\t\n', []],
    ['ben@example.com', [BEN]],
    ['Ben@Example.COM', [BEN]],
    ['Ada Form <ada@example.com>', [ADA]],
    ['"Form, Ada" <ada@example.com>, ben@example.com', [['ada@example.com', 'Form, Ada'], BEN]],
    ['Ada Form <ada@example.com>; ben@example.com', [ADA, BEN]],
    ['ada@example.com ben@example.com', [['ada@example.com', ''], BEN]],
    ['Ada Form, ada@example.com\nben@example.com', [ADA, BEN]],
    ['ada@example.com, Ada Form\r\nben@example.com,', [ADA, BEN]],
    ['Ada\tForm\tada@example.com', [ADA]],
    ['Ada Form ada@example.com', [ADA]],
    ['mailto:ben@example.com', [BEN]],
    ['ben@example.com\nBEN@example.com\nben@example.com', [BEN]],
    ['ada@example.com\nAda Form <ada@example.com>', [ADA]],
  ])('%j is read', (text, people) => {
    expect(parsePeople(text).map(({ email, full_name }) => [email, full_name])).toEqual(people);
    expect(parsePeople(text).every(({ isValid }) => isValid)).toBe(true);
  });

  it.each([
    'Ada Form',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@exa mple.com <x>',
    'Ada <>',
    '<ada@example.com',
  ])('%j has no valid email', (text) => {
    const people = parsePeople(text);
    expect(people.length).toBeGreaterThan(0);
    expect(people.filter(({ isValid }) => isValid)).toEqual([]);
  });

  it('every email of a list is found once, in its order, however the list is separated', () => {
    const local = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
    const separator = fc.constantFrom('\n', ', ', ';', '\r\n', ' ');
    fc.assert(
      fc.property(fc.uniqueArray(local, { minLength: 1, maxLength: 30 }), separator, (names, between) => {
        const emails = names.map((name) => `${name}@example.com`);
        expect(parsePeople(emails.join(between)).map(({ email }) => email)).toEqual(emails);
      }),
    );
  });

  it('any text is read without an error, and long names are cut', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        for (const { full_name } of parsePeople(text)) expect(full_name.length).toBeLessThanOrEqual(200);
      }),
    );
    expect(parsePeople(`${'x'.repeat(300)} <ada@example.com>`)[0]?.full_name).toHaveLength(200);
  });
});
