import { expect, test } from 'vitest';
import { telNumber } from './tel-link.ts';

test.each<[string, string | null]>([
  ['tel:+1 (415) 555-0100', '+14155550100'],
  ['tel: 1 415 555 0100', '+14155550100'],
  ['tel:4155550100', '4155550100'],
  ['TEL:+14155550100', '+14155550100'],
  ['tel:nobody', null],
  ['https://example.com/4155550100', null],
  ['+14155550100', null],
  ['', null],
])('the link %s is reduced to %s', (link, expected) => {
  expect(telNumber(link)).toBe(expected);
});
