import { once } from 'node:events';
import { RTCDtlsTransport } from 'werift';
import { WebSocket } from 'ws';
import { TestPeer } from '../media/test-peer.ts';
import { until } from '../testing/until.ts';
import type { World } from './world.ts';

interface Told {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A page without a browser: its bare socket, its audio by another implementation of WebRTC, and what it was told. */
export async function openPage(world: World, identity: string | null, applicationSid: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${world.voice.port}/signal`);
  const told: Told[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    if (text === '\n') socket.send('\n');
    else told.push(JSON.parse(text) as Told);
  });
  await once(socket, 'open');
  const say = (type: string, payload: unknown): void =>
    socket.send(JSON.stringify({ type, version: '1.6', payload }));
  say('listen', { token: world.token(identity, applicationSid), reconnectTimeout: 30 });
  // A browser has a certificate for each connection; this implementation keeps one for its process.
  Object.assign(RTCDtlsTransport, { localCertificate: undefined, localCertificatePromise: undefined });
  const peer = new TestPeer();
  const next = (type: string, holds: (payload: Told['payload']) => boolean = () => true) =>
    until(
      () => told.find((one) => one.type === type && holds(one.payload))?.payload,
      `${type} for ${identity}`,
    );
  await next('connected');
  /** It says that it can be called. */
  const register = async () => {
    say('register', { media: { audio: true } });
    await next('ready');
  };
  const invite = async (more: object = {}) =>
    say('invite', { callsid: 'TJS1', ...more, sdp: await peer.offer(), twilio: {} });
  const close = async () => {
    socket.terminate();
    await peer.close();
  };
  return { socket, peer, say, next, told, register, invite, close };
}

interface Talk {
  /** Another page's call, which this one takes up. */
  readonly takesUp?: { readonly callsid: unknown; readonly reconnect: unknown };
  /** Which frame brings the service's description: early, it is the ringing. */
  readonly describedBy?: 'answer' | 'ringing';
  readonly hears?: (peer: TestPeer) => boolean;
}

/**
 * A page that speaks in its call and hears, and what described the service's audio to it. Its peer's handshake gives
 * up for good when its first hello is answered twice, as happens on a machine that stalls: then another page does it.
 */
export async function openTalk(world: World, identity: string, applicationSid: string, talk: Talk = {}) {
  const { takesUp, describedBy = 'answer', hears = (peer) => peer.level() > 0.01 } = talk;
  for (let attempt = 1; ; attempt += 1) {
    const page = await openPage(world, identity, applicationSid);
    await page.invite(takesUp);
    const answer = await page.next(describedBy, (payload) => payload['sdp'] !== undefined);
    await page.peer.accept(String(answer['sdp']));
    page.peer.speak(1_000);
    await until(() => hears(page.peer) || page.peer.hasFailed, `${identity} hears`);
    const sid = String(answer['callsid']);
    if (!page.peer.hasFailed) return { ...page, answer, sid };
    if (attempt === 5) throw new Error('not connected in five attempts');
    // A call that was taken up goes on with the next page; its socket stays, so that it is waited for.
    if (!takesUp) page.say('hangup', { callsid: sid });
    await page.peer.close();
  }
}
