import { expect, test } from 'vitest';
import { type Started, startJson, startText } from './start-text.ts';

const started: Started = {
  ...{ version: '1.2.3', url: 'http://127.0.0.1:7002', host: '127.0.0.1', port: 7_002 },
  ...{ appId: '1', key: 'the-key', secret: 'the-secret', webhookUrl: null },
  ...{ hasPage: true, isLoopback: true, ownCertificate: null },
};

test('people see the address, the page and the keys to copy', () => {
  const text = startText(started);
  expect(text).toContain('offhook-realtime 1.2.3 is ready at http://127.0.0.1:7002\n');
  expect(text).toContain('live: http://127.0.0.1:7002/\n');
  expect(text).toContain('\nPUSHER_KEY=the-key\nPUSHER_SECRET=the-secret\nPUSHER_HOST=127.0.0.1\n');
  expect(text).not.toContain('certificate');
});

test('a secret that the user gave is not repeated', () => {
  const own = { ...started, secret: null };
  expect(startText(own)).toContain('\nPUSHER_KEY=the-key\n# PUSHER_SECRET is yours\nPUSHER_HOST=');
  expect(JSON.parse(startJson(own))).not.toHaveProperty('secret');
});

test('with a certificate of its own, the text says to accept it, and both name its file', () => {
  const own = { ...started, url: 'https://127.0.0.1:7002', ownCertificate: '/cache/certificate.pem' };
  expect(startText(own)).toContain('accept the certificate');
  expect(startText(own)).toContain('NODE_EXTRA_CA_CERTS=/cache/certificate.pem\n');
  expect(JSON.parse(startJson(own))).toMatchObject({ certificate: '/cache/certificate.pem' });
});

test('scripts get one line of JSON', () => {
  const text = startJson(started);
  expect(text.split('\n')).toHaveLength(2);
  expect(JSON.parse(text)).toEqual({
    ...{ ready: 'offhook-realtime', version: '1.2.3', url: 'http://127.0.0.1:7002', host: '127.0.0.1' },
    ...{ port: 7_002, app_id: '1', key: 'the-key', secret: 'the-secret' },
  });
});
