/** What the library is told and what it is spared; with the library itself the whole product is judged. */
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeviceReport } from '../core/events.ts';
import { createVolumeStore } from '../volume-store.ts';
import { createVoice } from './voice.ts';
import type { VoiceSdk } from './voice-sdk.ts';

class LibraryCall extends EventEmitter {
  readonly postFeedback = vi.fn(() => Promise.resolve());
  readonly parameters = { CallSid: 'CA1' };
  status = () => 'open';
  isMuted = () => false;
  disconnect = () => this.emit('disconnect');
}

let call: LibraryCall;
let reports: DeviceReport[];
let registered: boolean;
/** What the browser says of the one connection. */
let stats: Map<string, object>;

class LibraryDevice extends EventEmitter {
  readonly #Connection: typeof RTCPeerConnection;
  readonly audio = null;
  state = 'registered';
  constructor(_token: string, options: { RTCPeerConnection: typeof RTCPeerConnection }) {
    super();
    this.#Connection = options.RTCPeerConnection;
  }
  register = () => {
    registered = true;
    return Promise.resolve();
  };
  connect = () => {
    new this.#Connection();
    return Promise.resolve(call);
  };
}

beforeEach(() => {
  call = new LibraryCall();
  reports = [];
  registered = false;
  stats = new Map();
  vi.stubGlobal(
    'RTCPeerConnection',
    class {
      connectionState = 'connected';
      getStats = () => Promise.resolve(stats);
    },
  );
});

afterEach(() => vi.unstubAllGlobals());

async function onCall(chunderw: string) {
  const voice = createVoice({
    loadSdk: () => Promise.resolve({ Device: LibraryDevice } as unknown as VoiceSdk),
    chunderw,
    edge: undefined,
    report: (event) => reports.push(event),
    volumes: createVolumeStore(() => false),
    now: () => 5_000,
    warn: () => {},
  });
  voice.register('token');
  await vi.waitFor(() => expect(registered).toBe(true), { timeout: 30_000 });
  voice.connect('placed-1', {});
  await vi.waitFor(() => expect(call.listenerCount('sample')).toBe(1), { timeout: 30_000 });
  return voice;
}

test('what an agent says of a call goes to the provider whose call it was', async () => {
  const voice = await onCall('');
  expect(voice.postFeedback('placed-1', 2, 'echo')).toBeNull();
  expect(call.postFeedback).toHaveBeenCalledWith(2, 'echo');
});

test('of a call of our own voice service the provider is told nothing', async () => {
  const voice = await onCall('localhost:8080/voice/signal');
  expect(voice.postFeedback('placed-1', 2, 'echo')).toBeNull();
  expect(voice.postFeedback('placed-1', 6, 'echo')).not.toBeNull();
  expect(call.postFeedback).not.toHaveBeenCalled();
});

test('a call that ends says how it sounded, by the provider’s name of it, and one without a measurement says nothing', async () => {
  const told = () => reports.filter(({ type }) => type === 'callMeasured');
  await onCall('');
  call.emit('sample', { mos: 4, rtt: 40, jitter: 2, totals: { packetsSent: 50, packetsLost: -1 } });
  call.emit('warning', 'high-rtt');
  call.emit('disconnect', call);
  expect(told()).toMatchObject([
    { sid: 'CA1', quality: { samples: 1, warnings: ['high-rtt'], packets: { sent: 50, lost: 0 } } },
  ]);
  call = new LibraryCall();
  reports = [];
  registered = false;
  await onCall('');
  call.emit('disconnect', call);
  expect(told()).toEqual([]);
});

test('each measurement of the library brings what the connection itself says', async () => {
  await onCall('');
  stats.set('in', { type: 'inbound-rtp', kind: 'audio', timestamp: 1, packetsReceived: 50 });
  call.emit('sample', { mos: 4 });
  const measured = () => reports.filter(({ type }) => type === 'lineMeasured');
  await vi.waitFor(() => expect(measured()).toHaveLength(1), { timeout: 30_000 });
  expect(measured()).toEqual([
    {
      type: 'lineMeasured',
      callKey: 'placed-1',
      measure: {
        at: 5_000,
        muted: false,
        packetsReceived: 50,
        packetsSent: null,
        report: null,
        microphone: null,
      },
    },
  ]);
});
