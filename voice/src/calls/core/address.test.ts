import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress, formatParams, isIdentity, parseAddress, parseQuery } from './address.ts';

test.each([
  ['a number', '+14155550100', { kind: 'phone', number: '+14155550100' }],
  ['a formatted number', '+1 (415) 555-0100', { kind: 'phone', number: '+14155550100' }],
  ['a client', 'client:user_5', { kind: 'client', identity: 'user_5', params: [] }],
  [
    'a client with parameters',
    'client:user_5?call_user_id=77&who=J%C3%B6rg+%26+Co',
    {
      kind: 'client',
      identity: 'user_5',
      params: [
        ['call_user_id', '77'],
        ['who', 'Jörg & Co'],
      ],
    },
  ],
  ['an email address', 'client:bob@example.com', { kind: 'client', identity: 'bob@example.com', params: [] }],
  [
    'a percent-encoded identity',
    'client:zo%C3%AB%3F%40example.com?a=1',
    { kind: 'client', identity: 'zoë?@example.com', params: [['a', '1']] },
  ],
])('%s is parsed', (_, text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

test.each([
  '',
  '4155550100',
  '+0123456789',
  '+1',
  'client:',
  'client:a b',
  'client:a%20b',
  'client:a%zz',
  `client:${'x'.repeat(257)}`,
  'sip:a@b',
  `client:${'x'.repeat(3_000)}`,
])('%j is not an address', (text) => {
  expect(parseAddress(text)).toBeNull();
});

test.each([
  'user_5',
  'bob-1',
  'bob.smith',
  'bob+tag@example.com',
  "o'neil;x=1&y,(z)!~*$:/?",
  'zoë',
  '李雷',
  'x'.repeat(121),
  '😀'.repeat(121),
])('%s is a valid identity, and parsing its address returns it', (identity) => {
  expect(isIdentity(identity)).toBe(true);
  expect(parseAddress(formatAddress({ kind: 'client', identity, params: [] }))).toEqual({
    kind: 'client',
    identity,
    params: [],
  });
});

test.each([...' \t\n\0\u007f\u00a0\u2028<>#%"{}|\\^[]`', '\ud800', '', 'x'.repeat(122)])(
  'an identity with %j is rejected',
  (part) => {
    expect(isIdentity(part.length > 1 || part === '' ? part : `a${part}b`)).toBe(false);
  },
);

/** Parses parameters as the browser SDK does: splits at & and =, reads + as a space, decodes the value only. */
function parseLikeSdk(params: string): [string, string][] {
  return params.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return [name, decodeURIComponent(value.replace(/\+/g, '%20'))];
  });
}

test('parameters reach the browser unchanged', () => {
  const name = fc.string({ minLength: 1, unit: fc.constantFrom(...'ab+% /?#;é我') });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string()), { minLength: 1, maxLength: 8 }), (params) => {
      expect(parseLikeSdk(formatParams(params))).toEqual(params);
    }),
  );
});

test('a separator in the name of a parameter does not break the other parameters', () => {
  expect(
    parseLikeSdk(
      formatParams([
        ['a&b=c', '1'],
        ['custom + param', '我不吃蛋'],
      ]),
    ),
  ).toEqual([
    ['a%26b%3Dc', '1'],
    ['custom + param', '我不吃蛋'],
  ]);
});

test('a lone surrogate in a value is replaced', () => {
  expect(parseLikeSdk(formatParams([['note', 'a\ud800b']]))).toEqual([['note', 'a\ufffdb']]);
});

test('any query string can be parsed', () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseQuery(text))));
});
