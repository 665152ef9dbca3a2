import { expect, test } from 'vitest';
import { apiBase, toApiUrl } from './api-base.ts';

const NONE = { production: '', development_domain: '', development: '' };
const ALL = {
  production: 'https://api.example.com',
  development_domain: 'dev.example.com',
  development: 'https://api.dev.example.com',
};

test.each<[page: string, configured: typeof ALL, expected: string]>([
  ['http://localhost:8080', ALL, 'http://localhost:8080'],
  ['http://127.0.0.1:81', ALL, 'http://127.0.0.1:81'],
  ['http://[::1]:81', ALL, 'http://[::1]:81'],
  ['https://phone.example.com', ALL, 'https://api.example.com'],
  ['https://phone.example.com:8443', ALL, 'https://api.example.com'],
  [
    'https://phone.example.com',
    { ...ALL, production: 'https://api.example.com/' },
    'https://api.example.com',
  ],
  ['https://dev.example.com', ALL, 'https://api.dev.example.com'],
  ['https://dev.example.com:8443', ALL, 'https://api.dev.example.com'],
  ['https://branch.dev.example.com', ALL, 'https://api.dev.example.com'],
  ['https://notdev.example.com', ALL, 'https://api.example.com'],
  ['https://dev.example.com.evil.example', ALL, 'https://api.example.com'],
  ['https://localhost.evil.example', ALL, 'https://api.example.com'],
  ['https://dev.example.com', { ...ALL, production: '' }, 'https://api.dev.example.com'],
  ['https://phone.example.com', { ...ALL, production: '' }, 'https://phone.example.com'],
  ['https://phone.example.com', NONE, 'https://phone.example.com'],
])('a page at %s with %o uses the API at %s', (page, configured, expected) => {
  const hostname = page.replace(/^https?:\/\/|:\d+$/g, '');
  expect(apiBase({ hostname, origin: page }, configured)).toBe(expected);
});

test.each([
  ['/api/v1/recordings/7.wav', 'https://api.example.com/api/v1/recordings/7.wav'],
  ['https://files.example/7.wav', 'https://files.example/7.wav'],
  ['//files.example/7.wav', '//files.example/7.wav'],
  ['data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['', ''],
])('the address %s resolves to %s', (address, expected) => {
  expect(toApiUrl('https://api.example.com', address)).toBe(expected);
});
