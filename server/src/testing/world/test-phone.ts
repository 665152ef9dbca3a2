// A browser phone's signaling, in the official SDK's WebSocket protocol (2.18.5). For tests without audio: its SDP is
// made up, so no media connection is established.
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { until } from './world.ts';

export interface PhoneRing {
  readonly callSid: string;
  readonly callUserId: number;
  state: 'ringing' | 'accepted' | 'canceled' | 'over';
}

export interface TestPhone {
  readonly rings: readonly PhoneRing[];
  /** @param n counted from 1 */
  ring(n: number): Promise<PhoneRing>;
  accept(ring: PhoneRing): void;
  reject(ring: PhoneRing): void;
  /** Ends an accepted ring or a placed call. */
  hangUp(callSid: string): void;
  connect(params: Record<string, string>): Promise<PhoneRing>;
  close(): Promise<void>;
}

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');

function description(setup: 'actpass' | 'active'): string {
  return [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 0',
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    'a=ice-ufrag:test',
    'a=ice-pwd:testtesttesttesttesttest',
    `a=fingerprint:sha-256 ${FINGERPRINT}`,
    `a=setup:${setup}`,
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    'a=rtpmap:0 PCMU/8000',
    'a=ssrc:1234 cname:test',
    '',
  ].join('\r\n');
}

interface Frame {
  readonly type: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** @param onRing the phone acknowledges a ring by fetching its call user */
export async function openTestPhone(
  url: string,
  token: string,
  onRing: (callUserId: number) => void,
  onClose: () => void = () => undefined,
): Promise<TestPhone> {
  const socket = new WebSocket(url);
  const rings: PhoneRing[] = [];
  const placed = new Map<string, PhoneRing>();
  let registered = false;
  const send = (type: string, payload: object) =>
    socket.send(JSON.stringify({ type, version: '1.6', payload }));
  const known = (sid: unknown) =>
    [...rings, ...placed.values()].find(({ callSid }) => callSid === sid) ?? placed.get(String(sid));

  socket.on('message', (data) => {
    const text = String(data);
    if (text.trim() === '') return socket.send('\n');
    const { type, payload = {} } = JSON.parse(text) as Frame;
    const sid = String(payload['callsid'] ?? '');
    if (type === 'connected') send('register', { media: { audio: true } });
    if (type === 'ready') registered = true;
    if (type === 'invite') {
      const custom = new URLSearchParams(String((payload['parameters'] as Record<string, string>)['Params']));
      const callUserId = Number(custom.get('call_user_id'));
      rings.push({ callSid: sid, callUserId, state: 'ringing' });
      onRing(callUserId);
    }
    if (type === 'answer') {
      const [temporary, call] =
        [...placed].find(([, { callSid }]) => callSid === sid || callSid === '') ?? [];
      if (temporary !== undefined && call)
        placed.set(temporary, { ...call, callSid: sid, state: 'accepted' });
    }
    const one = known(sid);
    if (type === 'cancel' && one) one.state = 'canceled';
    if (type === 'hangup' && one) one.state = 'over';
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('close', onClose);
    // Later errors are expected when a test kills the service.
    socket.on('error', () => undefined);
  });
  const browserinfo = {
    browser: { platform: 'test', userAgent: 'test' },
    p: 'browser',
    plugin: 'rtc',
    v: '2.18.5',
  };
  send('listen', { token, browserinfo, reconnectTimeout: 0 });
  await until('the phone to be registered', () => registered);

  return {
    rings,
    ring: (n) => until(`ring ${n}`, () => rings[n - 1]),
    accept(ring) {
      ring.state = 'accepted';
      send('answer', { callsid: ring.callSid, sdp: description('active') });
    },
    reject(ring) {
      ring.state = 'over';
      send('reject', { callsid: ring.callSid });
    },
    hangUp: (callsid) => send('hangup', { callsid }),
    async connect(params) {
      const temporary = `TJS${randomUUID()}`;
      placed.set(temporary, { callSid: '', callUserId: Number(params['call_user_id']), state: 'ringing' });
      const encoded = Object.entries(params)
        .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
        .join('&');
      send('invite', { callsid: temporary, sdp: description('actpass'), twilio: { params: encoded } });
      return until('the placed call to be answered', () => {
        const call = placed.get(temporary);
        return call && call.state !== 'ringing' ? call : null;
      });
    },
    close: () =>
      new Promise((resolve) => {
        if (socket.readyState === WebSocket.CLOSED) return resolve();
        socket.once('close', () => resolve());
        socket.terminate();
      }),
  };
}
