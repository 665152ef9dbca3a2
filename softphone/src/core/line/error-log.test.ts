import { expect, test } from 'vitest';
import { errorLogText } from './error-log.ts';
import { unmeasured, withSample } from './quality-figures.ts';

const isoTime = (at: number) => new Date(at).toISOString();

test('each error has its time, code and message', () => {
  const log = JSON.parse(errorLogText('Chromium', [{ at: 0, code: 31005, message: 'gone' }], null, isoTime));
  expect(log).toEqual({
    version: '1.9.9',
    browser: 'Chromium',
    last_call: null,
    errors: [{ timestamp: '1970-01-01T00:00:00.000Z', code: 31005, message: 'gone' }],
  });
});

test.each([
  ['to +14155550100 failed', 'to …00 failed'],
  ['to (415) 555-0100', 'to (…00'],
  ['token eyJhbGciOiJI.eyJqdGkiOiJT.c2lnbmF0dXJl refused', 'token … refused'],
  ['code 31005 of 20104', 'code 31005 of 20104'],
])('%s is logged as %s', (message, expected) => {
  expect(JSON.parse(errorLogText('', [{ at: 0, code: 1, message }], null, isoTime)).errors[0].message).toBe(
    expected,
  );
});

test('the error log contains the quality figures of the last call', () => {
  const quality = withSample(unmeasured, { mos: 4.2 });
  expect(JSON.parse(errorLogText('', [], quality, isoTime)).last_call).toMatchObject({
    seconds: 1,
    mos: { average: 4.2 },
  });
});
