import { expect, test } from 'vitest';
import { type AddressProblem, serverAddress } from './server-address.ts';

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
])('%s resolves to the server %s', (typed, origin) => {
  expect(serverAddress(typed)).toEqual({ ok: true, origin });
});

test.each<[string, AddressProblem]>([
  ['', 'server.notAddress'],
  ['   ', 'server.notAddress'],
  ['my phone', 'server.notAddress'],
  ['https://', 'server.notAddress'],
  ['file:///etc/passwd', 'server.notAddress'],
  ['javascript://x/%0aalert(1)', 'server.notAddress'],
  ['https://phone.example.com@evil.example', 'server.notAddress'],
  ['user:secret@phone.example.com', 'server.notAddress'],
  ['http://phone.example.com', 'server.notSecure'],
  ['http://192.168.1.5:8080', 'server.notSecure'],
  ['http://localhost.example.com', 'server.notSecure'],
])('%j is rejected', (typed, problem) => {
  expect(serverAddress(typed)).toEqual({ ok: false, problem });
});
