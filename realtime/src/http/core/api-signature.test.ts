import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyError, parseTarget, signatureError } from './api-signature.ts';

/** The worked example from the hosted service's HTTP API reference. */
const SECRET = '7ad3773142a6692b25b8';
const EXAMPLE =
  '/apps/3/events?auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0&body_md5=ec365a775a4cd0599faeb73354201b6f&auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c';
const credentials = {
  key: '278d425bdf160c739803',
  verify: (text: string, signature: string) =>
    createHmac('sha256', SECRET).update(text).digest('hex') === signature,
};

const BODY_MD5 = 'ec365a775a4cd0599faeb73354201b6f';

function check(target: string, changes: { nowSeconds?: number; method?: string; hasBody?: boolean } = {}) {
  const parsed = parseTarget(target);
  if (parsed === null) return 'malformed';
  const request = { method: 'POST', hasBody: true, nowSeconds: 1_353_088_179 };
  return signatureError({ ...request, ...parsed, ...changes }, credentials)?.status ?? null;
}

test.each<[string, number | string | null, string, object?]>([
  ['the reference example is valid', null, EXAMPLE],
  ['a request is valid for 10 minutes', null, EXAMPLE, { nowSeconds: 1_353_088_779 }],
  ['a request is invalid after 10 minutes', 401, EXAMPLE, { nowSeconds: 1_353_088_780 }],
  ['the signature is invalid for another method', 401, EXAMPLE, { method: 'GET' }],
  ['the signature is invalid for another path', 401, EXAMPLE.replace('/3/', '/4/')],
  ["the order of parameters doesn't matter", null, EXAMPLE.replace(/\?(.*?)&(.*)$/, '?$2&$1')],
  ["URL escapes don't matter", null, EXAMPLE.replace('version=1.0', 'version=1%2E0')],
  ['malformed escapes are rejected', 'malformed', `${EXAMPLE}&a=%f`],
  ['an unknown key is rejected', 401, EXAMPLE.replace('278d', '0000')],
  ['an unknown version is rejected', 401, EXAMPLE.replace('1.0', '2.0')],
  ['an invalid timestamp is rejected', 401, EXAMPLE.replace('1353088179', 'now')],
  ['an invalid body hash is rejected', 401, EXAMPLE.replace('ec365a', 'EC365A')],
  ['a body without a hash is rejected', 401, EXAMPLE.replace(/&body_md5=[^&]*/, '')],
  ['a hash that differs from the signed one is rejected', 401, EXAMPLE.replace('ec365a', 'aaaaaa')],
])('%s', (_, expected, target, changes) => {
  expect(check(target, changes)).toBe(expected);
});

test.each<[string, string | null, number | null]>([
  ['the signed body is accepted', BODY_MD5, null],
  ['an empty body is accepted', null, null],
  ['a body with another hash is rejected', BODY_MD5.replace('e', 'f'), 401],
])('%s', (_, md5, expected) => {
  expect(bodyError(parseTarget(EXAMPLE)?.query ?? [], md5)?.status ?? null).toBe(expected);
});

test('any target is parsed or reported as malformed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
      (target) => {
        expect(() => parseTarget(target)).not.toThrow();
      },
    ),
  );
});
