import { once } from 'node:events';
import { RTCDtlsTransport } from 'werift';
import { WebSocket } from 'ws';
import { TestPeer } from '../media/test-peer.ts';
import { until, type World } from './world.ts';

interface Told {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A page without a browser: its bare socket, its audio by another implementation of WebRTC, and what it was told. */
export async function openPage(world: World, identity: string, applicationSid: string) {
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
  return { socket, peer, say, next, told };
}
