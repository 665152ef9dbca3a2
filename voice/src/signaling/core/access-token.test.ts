import { createHmac } from 'node:crypto';
import twilio from 'twilio';
import { expect, test } from 'vitest';
import { readAccessToken, type TokenVerifier } from './access-token.ts';

const accountSid = `AC${'a'.repeat(32)}`;
const apiKey = `SK${'b'.repeat(32)}`;
const applicationSid = `AP${'c'.repeat(32)}`;
const secret = 'secret';
const now = Math.floor(Date.now() / 1_000);

const verifier = (more: Partial<TokenVerifier> = {}): TokenVerifier => ({
  accountSid,
  apiKey,
  now,
  verify: (text, signature) => createHmac('sha256', secret).update(text).digest('base64url') === signature,
  ...more,
});

/** Made by the official kit. */
function make(identity: string, grant: object = { incomingAllow: true }, key = secret): string {
  const token = new twilio.jwt.AccessToken(accountSid, apiKey, key, { identity, ttl: 600 });
  token.addGrant(new twilio.jwt.AccessToken.VoiceGrant(grant));
  return token.toJwt();
}

/** Made by hand, with what the official kit would not write. */
function forge(header: object, payload: object): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

test('a token of the official kit tells who it is and what it may', () => {
  const token = make('user_1', {
    incomingAllow: true,
    outgoingApplicationSid: applicationSid,
    outgoingApplicationParams: { team: 7 },
  });
  expect(readAccessToken(token, verifier())).toMatchObject({
    identity: 'user_1',
    mayReceive: true,
    applicationSid,
    params: [['team', '7']],
  });
});

test.each(['bob-1', 'bob.smith', 'bob@example.com', 'zoë'])('a token of %s is read', (identity) => {
  expect(readAccessToken(make(identity), verifier())).toMatchObject({ identity });
});

test('rights that are not given are not there', () => {
  expect(readAccessToken(make('user_1', {}), verifier())).toMatchObject({
    mayReceive: false,
    applicationSid: null,
  });
});

test('a token without an identity makes calls and takes none', () => {
  const voice = { incoming: { allow: true }, outgoing: { application_sid: applicationSid } };
  expect(readAccessToken(forge(header, { ...claims, grants: { voice } }), verifier())).toMatchObject({
    identity: null,
    mayReceive: false,
    applicationSid,
  });
});

const claims = {
  iss: apiKey,
  sub: accountSid,
  exp: now + 60,
  grants: { identity: 'user_1', voice: { incoming: { allow: true } } },
};
const header = { alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' };

test.each<[string, string, Partial<TokenVerifier>, number]>([
  ['one of another secret', make('user_1', {}, 'other'), {}, 31204],
  ['one that has expired', make('user_1'), { now: now + 700 }, 31205],
  ['one of another account', make('user_1'), { accountSid: `AC${'d'.repeat(32)}` }, 31201],
  ['one of another key', make('user_1'), { apiKey: `SK${'d'.repeat(32)}` }, 31201],
  ['one without a signature method', forge({ ...header, alg: 'none' }, claims), {}, 31204],
  ['one of an identity that no client may have', make('user 1'), {}, 31105],
  ['one of an identity that is too long', make('x'.repeat(122)), {}, 31105],
  ['one that is valid too long', forge(header, { ...claims, exp: now + 90_000 }), {}, 31204],
  ['one that is not valid yet', forge(header, { ...claims, nbf: now + 3_600 }), {}, 31204],
  ['one without a voice grant', forge(header, { ...claims, grants: { identity: 'a' } }), {}, 31204],
  ['one that is no token', 'hello', {}, 31204],
  ['one that is too long', `${'a'.repeat(9_000)}.b.c`, {}, 31204],
])('%s is refused', (_, token, more, code) => {
  expect(readAccessToken(token, verifier(more))).toBe(code);
});

test('the one by hand would do', () => {
  expect(readAccessToken(forge(header, claims), verifier())).toMatchObject({ identity: 'user_1' });
});
