import { once } from 'node:events';
import { RTCDtlsTransport } from 'werift';
import { WebSocket } from 'ws';
import { TestPeer } from '../media/test-peer.ts';
import { until } from '../testing/until.ts';
import type { World } from './world.ts';

interface Frame {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A client without a browser: a signaling socket, and audio through another WebRTC implementation. */
export async function openPage(world: World, identity: string | null, applicationSid: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${world.voice.port}/signal`);
  const frames: Frame[] = [];
  socket.on('message', (data) => {
    const text = String(data);
    if (text === '\n') socket.send('\n');
    else frames.push(JSON.parse(text) as Frame);
  });
  await once(socket, 'open');
  const send = (type: string, payload: unknown): void =>
    socket.send(JSON.stringify({ type, version: '1.6', payload }));
  send('listen', { token: world.token(identity, applicationSid), reconnectTimeout: 30 });
  // Browsers have one certificate per connection; this implementation keeps one per process.
  Object.assign(RTCDtlsTransport, { localCertificate: undefined, localCertificatePromise: undefined });
  const peer = new TestPeer();
  const waitForFrame = (type: string, matches: (payload: Frame['payload']) => boolean = () => true) =>
    until(
      () => frames.find((one) => one.type === type && matches(one.payload))?.payload,
      `${type} for ${identity}`,
    );
  await waitForFrame('connected');
  const register = async () => {
    send('register', { media: { audio: true } });
    await waitForFrame('ready');
  };
  const invite = async (more: object = {}) =>
    send('invite', { callsid: 'TJS1', ...more, sdp: await peer.offer(), twilio: {} });
  const close = async () => {
    socket.terminate();
    await peer.close();
  };
  return { socket, peer, send, waitForFrame, frames, register, invite, close };
}

interface TalkOptions {
  readonly resumes?: { readonly callsid: unknown; readonly reconnect: unknown };
  /** The frame with the service's SDP; `ringing` with early media. */
  readonly answerFrame?: 'answer' | 'ringing';
  readonly hasAudio?: (peer: TestPeer) => boolean;
}

/**
 * Opens a page that sends and receives audio in its call. Retries with a new page, because the peer's DTLS handshake
 * fails permanently if its first hello is answered twice, as happens on a stalled machine.
 */
export async function openTalkingPage(
  world: World,
  identity: string,
  applicationSid: string,
  options: TalkOptions = {},
) {
  const { resumes, answerFrame = 'answer', hasAudio = (peer) => peer.level() > 0.01 } = options;
  for (let attempt = 1; ; attempt += 1) {
    const page = await openPage(world, identity, applicationSid);
    await page.invite(resumes);
    const answer = await page.waitForFrame(answerFrame, (payload) => payload['sdp'] !== undefined);
    await page.peer.accept(String(answer['sdp']));
    page.peer.speak(1_000);
    await until(() => hasAudio(page.peer) || page.peer.hasFailed, `${identity} to receive audio`);
    const sid = String(answer['callsid']);
    if (!page.peer.hasFailed) return { ...page, answer, sid };
    if (attempt === 5) throw new Error('not connected after 5 attempts');
    // A resumed call continues on the next page. Its socket stays open, so that the service keeps the call.
    if (!resumes) page.send('hangup', { callsid: sid });
    await page.peer.close();
  }
}
