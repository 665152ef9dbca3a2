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

function make(identity: string, grant: object = { incomingAllow: true }, key = secret): string {
  const token = new twilio.jwt.AccessToken(accountSid, apiKey, key, { identity, ttl: 600 });
  token.addGrant(new twilio.jwt.AccessToken.VoiceGrant(grant));
  return token.toJwt();
}

/** A token with contents that the official SDK would not write. */
function signToken(header: object, payload: object): string {
  const text = [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

test('a token from the official SDK yields its identity and grants', () => {
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

test.each(['bob-1', 'bob.smith', 'bob@example.com', 'zoë'])('a token for %s is accepted', (identity) => {
  expect(readAccessToken(make(identity), verifier())).toMatchObject({ identity });
});

test('a token without grants allows nothing', () => {
  expect(readAccessToken(make('user_1', {}), verifier())).toMatchObject({
    mayReceive: false,
    applicationSid: null,
  });
});

test('a token without an identity can place calls but not receive them', () => {
  const voice = { incoming: { allow: true }, outgoing: { application_sid: applicationSid } };
  expect(readAccessToken(signToken(header, { ...claims, grants: { voice } }), verifier())).toMatchObject({
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
  ['a token signed with another secret', make('user_1', {}, 'other'), {}, 31204],
  ['an expired token', make('user_1'), { now: now + 700 }, 31205],
  ['a token of another account', make('user_1'), { accountSid: `AC${'d'.repeat(32)}` }, 31201],
  ['a token of another API key', make('user_1'), { apiKey: `SK${'d'.repeat(32)}` }, 31201],
  ['a token without a signature algorithm', signToken({ ...header, alg: 'none' }, claims), {}, 31204],
  ['a token with an invalid identity', make('user 1'), {}, 31105],
  ['a token with an identity that is too long', make('x'.repeat(122)), {}, 31105],
  ['a token whose lifetime is too long', signToken(header, { ...claims, exp: now + 90_000 }), {}, 31204],
  ['a token that is not valid yet', signToken(header, { ...claims, nbf: now + 3_600 }), {}, 31204],
  ['a token without a voice grant', signToken(header, { ...claims, grants: { identity: 'a' } }), {}, 31204],
  ['a string that is not a token', 'hello', {}, 31204],
  ['an oversized token', `${'a'.repeat(9_000)}.b.c`, {}, 31204],
])('%s is rejected', (_, token, more, code) => {
  expect(readAccessToken(token, verifier(more))).toBe(code);
});

test("a correctly signed token that the SDK didn't write is accepted", () => {
  expect(readAccessToken(signToken(header, claims), verifier())).toMatchObject({ identity: 'user_1' });
});
