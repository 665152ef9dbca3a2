import { expect, test } from 'vitest';
import { isTelLink, phoneAddress, telLinkIn } from './tel-link.ts';

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
])('%j is a link to a number: %s', (text, expected) => {
  expect(isTelLink(text)).toBe(expected);
});

test.each<[readonly string[], string | null]>([
  [[], null],
  [['/opt/offhook/offhook', '--hidden'], null],
  [['/opt/offhook/offhook', 'tel:+14155550100'], 'tel:+14155550100'],
  [['offhook', '--allow-file-access', 'tel:+14155550100', 'x'], 'tel:+14155550100'],
  [['offhook', 'tel:1', 'tel:2'], 'tel:2'],
])('of the arguments %j the link is %j', (args, expected) => {
  expect(telLinkIn(args)).toBe(expected);
});

test.each<[string | null]>([['tel:+14155550100'], ['tel: 1 (415) 555&x=0100#9'], [null]])(
  'the page reads in its address exactly what was handed over: %j',
  (link) => {
    const address = new URL(phoneAddress('https://phone.example.com', link));
    expect(address.origin + address.pathname).toBe('https://phone.example.com/');
    expect(address.searchParams.get('url')).toBe(link);
    expect([...address.searchParams.keys()].length).toBe(link === null ? 0 : 1);
  },
);

test('the address begins as the phone’s documentation says', () => {
  expect(phoneAddress('https://phone.example.com', 'tel:4155550100')).toBe(
    'https://phone.example.com/?url=tel:4155550100',
  );
});
