import { expect, test } from 'vitest';
import { type Destination, destination, isServerPage } from './navigation.ts';

const ORIGIN = 'https://phone.example.com';

test.each<[string, Destination, Destination]>([
  [`${ORIGIN}/`, 'stay', 'browser'],
  [`${ORIGIN}/?url=tel:+14155550100`, 'stay', 'browser'],
  [`${ORIGIN}:443/admin`, 'stay', 'browser'],
  ['https://phone.example.com.evil.example/', 'browser', 'browser'],
  ['https://phone.example.com@evil.example/', 'browser', 'browser'],
  ['https://phone.example.com:8443/', 'browser', 'browser'],
  ['https://app.hubspot.com/contacts/9/contact/1', 'browser', 'browser'],
  ['mailto:lee@example.com', 'browser', 'browser'],
  ['tel:+14155550100', 'phone', 'phone'],
  ['TEL:+14155550100', 'phone', 'phone'],
  ['http://phone.example.com/', 'blocked', 'blocked'],
  ['http://intranet/', 'blocked', 'blocked'],
  [`blob:${ORIGIN}/6e1a`, 'blocked', 'blocked'],
  ['about:blank', 'blocked', 'blocked'],
  ['data:text/html,<b>x</b>', 'blocked', 'blocked'],
  ['javascript:alert(1)', 'blocked', 'blocked'],
  ['file:///etc/passwd', 'blocked', 'blocked'],
  ['smb://server/share', 'blocked', 'blocked'],
  ['ms-msdt:/id', 'blocked', 'blocked'],
  ['tel:', 'blocked', 'blocked'],
  ['', 'blocked', 'blocked'],
])(
  'the destination of %j is %s from this window, and %s from a new-window link',
  (address, here, newWindow) => {
    expect(destination(address, ORIGIN, 'here')).toBe(here);
    expect(destination(address, ORIGIN, 'newWindow')).toBe(newWindow);
  },
);

test('a localhost server’s origin includes its port, and other ports are blocked', () => {
  expect(isServerPage('http://localhost:8080/x', 'http://localhost:8080')).toBe(true);
  expect(isServerPage('http://localhost:8081/x', 'http://localhost:8080')).toBe(false);
  expect(destination('http://localhost:8081/', 'http://localhost:8080', 'here')).toBe('blocked');
});
