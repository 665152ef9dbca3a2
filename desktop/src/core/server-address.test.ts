import { expect, test } from 'vitest';
import { NOT_AN_ADDRESS, NOT_SECURE, serverAddress } from './server-address.ts';

test.each<[string, string]>([
  ['phone.example.com', 'https://phone.example.com'],
  ['  https://phone.example.com/ ', 'https://phone.example.com'],
  ['https://phone.example.com:8443/admin?x=1#y', 'https://phone.example.com:8443'],
  ['HTTPS://Phone.Example.com', 'https://phone.example.com'],
  ['phone.example.com:8443', 'https://phone.example.com:8443'],
  ['localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['[::1]:8080', 'http://[::1]:8080'],
  ['https://localhost', 'https://localhost'],
])('%s is the server %s', (typed, origin) => {
  expect(serverAddress(typed)).toEqual({ ok: true, origin });
});

test.each<[string, string]>([
  ['', NOT_AN_ADDRESS],
  ['   ', NOT_AN_ADDRESS],
  ['my phone', NOT_AN_ADDRESS],
  ['https://', NOT_AN_ADDRESS],
  ['file:///etc/passwd', NOT_AN_ADDRESS],
  ['javascript://x/%0aalert(1)', NOT_AN_ADDRESS],
  ['https://phone.example.com@evil.example', NOT_AN_ADDRESS],
  ['user:secret@phone.example.com', NOT_AN_ADDRESS],
  ['http://phone.example.com', NOT_SECURE],
  ['http://192.168.1.5:8080', NOT_SECURE],
  ['http://localhost.example.com', NOT_SECURE],
])('%j is rejected', (typed, error) => {
  expect(serverAddress(typed)).toEqual({ ok: false, error });
});
