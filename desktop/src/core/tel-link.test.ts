import { expect, test } from 'vitest';
import { findTelLink, isTelLink, phoneUrl } from './tel-link.ts';

test.each<[string, boolean]>([
  ['tel:+14155550100', true],
  ['TEL:415-555-0100', true],
  ['tel: 1 (415) 555 0100', true],
  ['tel:nobody', false],
  ['tel:', false],
  ['callto:+14155550100', false],
  ['--tel:+1415', false],
  ['tel:1\n--remote-debugging-port=1', false],
  [`tel:${'1'.repeat(300)}`, false],
  ['https://x.example/?tel:1', false],
])('%j is a tel: link: %s', (text, expected) => {
  expect(isTelLink(text)).toBe(expected);
});

test.each<[readonly string[], string | null]>([
  [[], null],
  [['/opt/offhook/offhook', '--hidden'], null],
  [['/opt/offhook/offhook', 'tel:+14155550100'], 'tel:+14155550100'],
  [['offhook', '--allow-file-access', 'tel:+14155550100', 'x'], 'tel:+14155550100'],
  [['offhook', 'tel:1', 'tel:2'], 'tel:2'],
])('the arguments %j contain the link %j', (args, expected) => {
  expect(findTelLink(args)).toBe(expected);
});

test.each<[string | null]>([['tel:+14155550100'], ['tel: 1 (415) 555&x=0100#9'], [null]])(
  "the page's URL contains the exact link %j",
  (link) => {
    const address = new URL(phoneUrl('https://phone.example.com', link));
    expect(address.origin + address.pathname).toBe('https://phone.example.com/');
    expect(address.searchParams.get('url')).toBe(link);
    expect([...address.searchParams.keys()].length).toBe(link === null ? 0 : 1);
  },
);

test('the URL has the documented form', () => {
  expect(phoneUrl('https://phone.example.com', 'tel:4155550100')).toBe(
    'https://phone.example.com/?url=tel:4155550100',
  );
});
