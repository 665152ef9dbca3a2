import { setFormats } from '@offhook/i18n/formats';
import { afterEach, expect, test } from 'vitest';
import { rangeText } from './range-text.ts';

afterEach(() => setFormats({ tag: 'en-US', clock: null, dateOrder: null }));

test.each([
  ['2026-11-16', '2026-11-22', 'Nov 16 – Nov 22'],
  ['2026-11-16', '2026-11-16', 'Nov 16'],
  ['2025-12-29', '2026-01-04', 'Dec 29, 2025 – Jan 4'],
])('from %s to %s is %j, in every time zone', (from, to, text) => {
  for (const timeZone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
    setFormats({ tag: 'en-US', clock: null, dateOrder: null, timeZone });
    expect(rangeText({ from, to }, '2026-11-17')).toBe(text);
  }
});

test('days follow the reader’s order', () => {
  setFormats({ tag: 'en-US', clock: null, dateOrder: 'dmy' });
  expect(rangeText({ from: '2026-11-16', to: '2026-11-22' }, '2026-11-17')).toBe('16 Nov – 22 Nov');
});
