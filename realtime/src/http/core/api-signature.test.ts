import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyFault, parseTarget, signatureFault } from './api-signature.ts';

/** The worked example of the hosted service's HTTP API reference. */
const SECRET = '7ad3773142a6692b25b8';
const EXAMPLE =
  '/apps/3/events?auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0&body_md5=ec365a775a4cd0599faeb73354201b6f&auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c';
const credentials = {
  key: '278d425bdf160c739803',
  verify: (text: string, signature: string) =>
    createHmac('sha256', SECRET).update(text).digest('hex') === signature,
};

const BODY_MD5 = 'ec365a775a4cd0599faeb73354201b6f';

function fault(target: string, changes: { nowSeconds?: number; method?: string; hasBody?: boolean } = {}) {
  const parsed = parseTarget(target);
  if (parsed === null) return 'malformed';
  const request = { method: 'POST', hasBody: true, nowSeconds: 1_353_088_179 };
  return signatureFault({ ...request, ...parsed, ...changes }, credentials)?.status ?? null;
}

test.each<[string, number | string | null, string, object?]>([
  ['the example of the reference is right', null, EXAMPLE],
  ['so it is ten minutes later', null, EXAMPLE, { nowSeconds: 1_353_088_779 }],
  ['but not a second after that', 401, EXAMPLE, { nowSeconds: 1_353_088_780 }],
  ['nor for another method', 401, EXAMPLE, { method: 'GET' }],
  ['nor for another path', 401, EXAMPLE.replace('/3/', '/4/')],
  ['the order of parameters does not matter', null, EXAMPLE.replace(/\?(.*?)&(.*)$/, '?$2&$1')],
  ['escapes do not matter', null, EXAMPLE.replace('version=1.0', 'version=1%2E0')],
  ['malformed escapes do', 'malformed', `${EXAMPLE}&a=%f`],
  ['a key of no app', 401, EXAMPLE.replace('278d', '0000')],
  ['a version of the future', 401, EXAMPLE.replace('1.0', '2.0')],
  ['a time that is none', 401, EXAMPLE.replace('1353088179', 'now')],
  ['a hash of the body that is none', 401, EXAMPLE.replace('ec365a', 'EC365A')],
  ['a body without a hash', 401, EXAMPLE.replace(/&body_md5=[^&]*/, '')],
  ['another hash than the signed one', 401, EXAMPLE.replace('ec365a', 'aaaaaa')],
])('%s', (_, expected, target, changes) => {
  expect(fault(target, changes)).toBe(expected);
});

test.each<[string, string | null, number | null]>([
  ['the signed body is right', BODY_MD5, null],
  ['an empty body is right', null, null],
  ['another body is refused', BODY_MD5.replace('e', 'f'), 401],
])('%s', (_, md5, expected) => {
  expect(bodyFault(parseTarget(EXAMPLE)?.query ?? [], md5)?.status ?? null).toBe(expected);
});

test('any target is taken apart or called malformed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
      (target) => {
        expect(() => parseTarget(target)).not.toThrow();
      },
    ),
  );
});
