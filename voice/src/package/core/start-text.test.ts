import { expect, test } from 'vitest';
import { type Started, startJson, startText } from './start-text.ts';

const started: Started = {
  version: '1.2.3',
  url: 'http://127.0.0.1:7001',
  port: 7_001,
  accountSid: 'AC1',
  authToken: 'the-token',
  apiKey: 'SK1',
  apiSecret: 'the-secret',
  applicationSid: 'AP1',
  numbers: ['+14155550190', '+14155550191'],
  hasPage: true,
  hasHandset: false,
  voiceUrl: '',
  smsUrl: '',
  callableNumbers: [],
  ownCertificate: null,
  hasOwnToken: false,
  hasOwnSecret: false,
};

test('people see the address, the page, the keys to copy and a first call', () => {
  const text = startText(started);
  expect(text).toContain('offhook-voice 1.2.3 is ready at http://127.0.0.1:7001\n');
  expect(text).toContain('live: http://127.0.0.1:7001/\n');
  expect(text).toContain('\nTWILIO_AUTH_TOKEN=the-token\n');
  expect(text).toContain('\nTWILIO_TWIML_APP_SID=AP1\nVOICE_URL=http://127.0.0.1:7001\n');
  expect(text).toContain('-u "AC1:the-token" http://127.0.0.1:7001/2010-04-01/Accounts/AC1/Calls.json');
  expect(text).not.toContain('certificate');
});

test.each([
  ['no URLs', {}, 'They have no VoiceUrl yet.'],
  ['URLs of the seed', { callableNumbers: ['+14155550191'] }, '\nWith a VoiceUrl: +14155550191\n'],
  ['one URL for all', { voiceUrl: 'http://x/voice' }, 'run the TwiML of http://x/voice\n'],
])('with %s, people see which numbers run TwiML', (_, more, line) => {
  expect(startText({ ...started, ...more })).toContain(line);
});

test('people see where texts go, and the address of the handset', () => {
  const text = startText({ ...started, hasHandset: true, smsUrl: 'http://x/sms' });
  expect(text).toContain('\nTexts to them are sent to http://x/sms\n');
  expect(text).toContain(': http://127.0.0.1:7001/handset\n');
  expect(startText(started)).not.toMatch(/handset|Texts to them/);
});

test('secrets that the user gave are not repeated', () => {
  const own = { ...started, hasOwnToken: true, hasOwnSecret: true };
  for (const text of [startText(own), startJson(own)]) {
    expect(text).not.toContain('the-token');
    expect(text).not.toContain('the-secret');
  }
  expect(startText(own)).toContain('-u "AC1:$TWILIO_AUTH_TOKEN"');
  expect(startText(own)).toContain('\n# TWILIO_AUTH_TOKEN is yours\n');
});

test('with a certificate of its own, the text says to accept it, and both name its file', () => {
  const own = { ...started, url: 'https://127.0.0.1:7001', ownCertificate: '/cache/certificate.pem' };
  const text = startText(own);
  expect(text).toContain('accept the certificate');
  expect(text).toContain('NODE_EXTRA_CA_CERTS=/cache/certificate.pem\n');
  expect(text).toContain('curl -k -u');
  expect(JSON.parse(startJson(own))).toMatchObject({ certificate: '/cache/certificate.pem' });
});

test('scripts get one line of JSON', () => {
  const text = startJson(started);
  expect(text.split('\n')).toHaveLength(2);
  expect(JSON.parse(text)).toEqual({
    ...{ ready: 'offhook-voice', version: '1.2.3', url: 'http://127.0.0.1:7001', port: 7_001 },
    ...{ account_sid: 'AC1', auth_token: 'the-token', api_key: 'SK1', api_secret: 'the-secret' },
    ...{ application_sid: 'AP1', numbers: ['+14155550190', '+14155550191'] },
  });
});
