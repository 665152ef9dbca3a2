import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../testing/until.ts';
import { openWorld, type World } from '../world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  return () => world.close();
});

interface Frame {
  readonly type: string;
  readonly payload: { readonly error?: { readonly code: number }; readonly [name: string]: unknown };
}

async function openSocket(): Promise<{ socket: WebSocket; frames: Frame[]; closed: Promise<number> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${world.voice.port}/signal`);
  const frames: Frame[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    if (text !== '\n') frames.push(JSON.parse(text) as Frame);
  });
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  return { socket, frames, closed };
}

const encode = (type: string, payload: unknown): string => JSON.stringify({ type, version: '1.6', payload });
const codes = (frames: readonly Frame[]): readonly (number | undefined)[] =>
  frames.map((one) => one.payload.error?.code);

test('invalid frames are answered with errors, and too many of them close the socket', async () => {
  const { socket, frames, closed } = await openSocket();
  for (const text of ['{', 'null', '[]', '{"type":"invite"}', 'x'.repeat(1_000)]) socket.send(text);
  expect(await closed).toBe(1008);
  expect(codes(frames)).toEqual([31100, 31100, 31100, 31100, 31100]);
});

test('a frame over 64 KiB closes the socket', async () => {
  const { socket, closed } = await openSocket();
  socket.send(encode('message', { content: 'x'.repeat(70_000) }));
  expect(await closed).toBe(1009);
});

test('a binary frame is invalid', async () => {
  const { socket, frames } = await openSocket();
  socket.send(Buffer.from([1, 2, 3]));
  await until(() => frames.length > 0, 'an error');
  expect(codes(frames)).toEqual([31100]);
  socket.terminate();
});

test('an unauthenticated socket cannot register or call', async () => {
  const { socket, frames } = await openSocket();
  socket.send(encode('register', { media: { audio: true } }));
  socket.send(encode('invite', { callsid: 'TJS1', sdp: 'v=0', twilio: {} }));
  await until(() => frames.length === 2, 'two errors');
  expect(codes(frames)).toEqual([31201, 31201]);
  socket.terminate();
});

test.each([
  ['a malformed token', () => 'a.b.c', 31204],
  ['a token with a wrong signature', () => `${world.token('mallory').slice(0, -4)}AAAA`, 31204],
  ['an expired token', () => world.token('late', undefined, -10), 31205],
])('%s is rejected', async (_, token, code) => {
  const { socket, frames } = await openSocket();
  socket.send(encode('listen', { token: token() }));
  await until(() => frames.length > 0, 'a response');
  expect(codes(frames)).toEqual([code]);
  socket.terminate();
});

async function openAuthenticated(identity: string) {
  const client = await openSocket();
  client.socket.send(encode('listen', { token: world.token(identity), reconnectTimeout: 30 }));
  await until(() => client.frames.some((one) => one.type === 'connected'), 'the connected message');
  return client;
}

test('a connection cannot change its identity', async () => {
  const { socket, frames } = await openAuthenticated('alice');
  socket.send(encode('listen', { token: world.token('bob') }));
  await until(() => frames.length === 2, 'an error');
  expect(codes(frames)).toEqual([undefined, 31204]);
  socket.terminate();
});

test('a call cannot be resumed, answered or ended by another identity', async () => {
  world.on('/wait', '<Pause length="30"/>');
  const victim = await openAuthenticated('victim');
  victim.socket.send(encode('register', { media: { audio: true } }));
  await until(() => victim.frames.some((one) => one.type === 'ready'), 'the ready message');
  const call = await world.dial('client:victim');
  const invite = await until(() => victim.frames.find((one) => one.type === 'invite'), 'an invite');
  const thief = await openAuthenticated('thief');
  const token = String(invite.payload['reconnect']);
  for (const [type, payload] of [
    ['invite', { callsid: call.sid, sdp: 'v=0', reconnect: token }],
    ['invite', { callsid: call.sid, sdp: 'v=0', reconnect: 'guess' }],
    ['answer', { callsid: call.sid, sdp: 'v=0' }],
    ['reject', { callsid: call.sid }],
    ['hangup', { callsid: call.sid }],
  ] as const)
    thief.socket.send(encode(type, payload));
  await until(() => thief.frames.filter((one) => one.type === 'hangup').length === 3, 'three hangups');
  expect(thief.frames.filter((one) => one.payload.error).map((one) => one.payload.error?.code)).toEqual([
    31107, 31107,
  ]);
  expect(await world.status(call.sid)).toBe('ringing');
  victim.socket.send(encode('reject', { callsid: call.sid }));
  await world.waitForStatus(call.sid, 'busy');
  for (const one of [victim, thief]) one.socket.terminate();
});

test('a malformed session description ends the call with an error', async () => {
  const application = await world.client.applications.create({ voiceUrl: world.url('/wait') });
  const { socket, frames } = await openSocket();
  socket.send(encode('listen', { token: world.token('odd', application.sid) }));
  socket.send(encode('invite', { callsid: 'TJS9', sdp: 'v=0\r\nm=garbage', twilio: {} }));
  const hangup = await until(() => frames.find((one) => one.type === 'hangup'), 'a hangup');
  expect(hangup.payload).toMatchObject({ callsid: 'TJS9', error: { code: 53402 } });
  socket.terminate();
});

test('a call whose token has no application, or an unknown one, is rejected', async () => {
  for (const sid of [undefined, `AP${'0'.repeat(32)}`]) {
    const { socket, frames } = await openSocket();
    socket.send(encode('listen', { token: world.token('nocall', sid) }));
    socket.send(encode('invite', { callsid: 'TJS3', sdp: 'v=0', twilio: {} }));
    const hangup = await until(() => frames.find((one) => one.type === 'hangup'), 'a hangup');
    expect(hangup.payload.error?.code).toBe(31002);
    socket.terminate();
  }
});

test('a WebSocket to another path is rejected', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${world.voice.port}/elsewhere`);
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('404');
});
