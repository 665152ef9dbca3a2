import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { readDescription } from './description.ts';
import { OPENAPI_SPECS, readSpec } from './documents.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url));

test('the stored descriptions have the checksums in SHA256SUMS', () => {
  const sums = OPENAPI_SPECS.map((name) => {
    const sum = createHash('sha256').update(read(`${name}.json.gz`));
    return `${sum.digest('hex')}  ${name}.json.gz\n`;
  });
  expect(sums.join('')).toBe(read('SHA256SUMS').toString());
});

test.each(OPENAPI_SPECS)(
  '%s is a valid OpenAPI document, and an undocumented path is reported',
  async (name) => {
    const document = readSpec(name) as { paths: Record<string, object> };
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });

    const [version] = Object.keys(document.paths).map((path) => path.split('/')[1]);
    const unknown = `/${version}/Unknown.json`;
    const description = readDescription(name);
    expect(description.findRequestViolations({ method: 'GET', path: unknown, body: '' })).toEqual([
      `there is no GET ${unknown}`,
    ]);
    expect(description.findRequestViolations({ method: 'GET', path: '/v9/Unknown.json', body: '' })).toEqual(
      [],
    );
  },
);

test('a number lookup is checked against the description of its own API', () => {
  const lookups = readDescription('lookups_v2');
  const getRequest = (path: string) => ({ method: 'GET', path, body: '' });
  expect(
    lookups.findRequestViolations(getRequest('/v2/PhoneNumbers/+14155550100?Fields=line_type_intelligence')),
  ).toEqual([]);
  expect(lookups.findRequestViolations(getRequest('/v2/PhoneNumbers/+14155550100?Type=carrier'))).toEqual([
    'GET /v2/PhoneNumbers/{PhoneNumber}: Type is not a parameter',
  ]);
});
