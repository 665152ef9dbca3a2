import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatParams, parseAddress, parseQuery } from './address.ts';

test.each([
  ['a number', '+14155550100', { kind: 'phone', number: '+14155550100' }],
  ['a written number', '+1 (415) 555-0100', { kind: 'phone', number: '+14155550100' }],
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
])('%s is read', (_, text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

test.each([
  '',
  '4155550100',
  '+0123456789',
  '+1',
  'client:',
  'client:a b',
  'client:a-b',
  'sip:a@b',
  `client:${'x'.repeat(3_000)}`,
])('%j is no address', (text) => {
  expect(parseAddress(text)).toBeNull();
});

/** As the browser's kit reads them: split at &, then at =, + is a space, the value decoded. */
function readByKit(params: string): [string, string][] {
  return params.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return [name, decodeURIComponent(value.replace(/\+/g, '%20'))];
  });
}

test('parameters arrive at the browser as they were given', () => {
  const name = fc.stringMatching(/^\w{1,20}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string()), { minLength: 1, maxLength: 8 }), (params) => {
      expect(readByKit(formatParams(params))).toEqual(params);
    }),
  );
});

test('any query is read', () => {
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseQuery(text))));
});
