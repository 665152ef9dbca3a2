import { expect, test } from 'vitest';
import { type Destination, destination, isOf } from './navigation.ts';

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
  ['http://phone.example.com/', 'refused', 'refused'],
  ['http://intranet/', 'refused', 'refused'],
  [`blob:${ORIGIN}/6e1a`, 'refused', 'refused'],
  ['about:blank', 'refused', 'refused'],
  ['data:text/html,<b>x</b>', 'refused', 'refused'],
  ['javascript:alert(1)', 'refused', 'refused'],
  ['file:///etc/passwd', 'refused', 'refused'],
  ['smb://server/share', 'refused', 'refused'],
  ['ms-msdt:/id', 'refused', 'refused'],
  ['tel:', 'refused', 'refused'],
  ['', 'refused', 'refused'],
])('%s: in this window %s, from a new one %s', (address, here, newWindow) => {
  expect(destination(address, ORIGIN, 'here')).toBe(here);
  expect(destination(address, ORIGIN, 'newWindow')).toBe(newWindow);
});

test('a server on this computer has its own origin, and no other port of it', () => {
  expect(isOf('http://localhost:8080/x', 'http://localhost:8080')).toBe(true);
  expect(isOf('http://localhost:8081/x', 'http://localhost:8080')).toBe(false);
  expect(destination('http://localhost:8081/', 'http://localhost:8080', 'here')).toBe('refused');
});
