/** Uses a fake library; the real one is tested with the whole product. */
import { EventEmitter } from 'node:events';
import type { Device } from '@twilio/voice-sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '../../core/audio/audio-state.ts';
import type { DeviceReport } from '../../core/events.ts';
import { createVolumeStore } from '../../volume-store.ts';
import { createVoice } from './voice.ts';
import type { VoiceSdk } from './voice-sdk.ts';

class LibraryCall extends EventEmitter {
  readonly postFeedback = vi.fn(() => Promise.resolve());
  readonly parameters = { CallSid: 'CA1' };
  readonly sendDigits = vi.fn();
  readonly sendMessage = vi.fn();
  readonly reject = vi.fn();
  readonly customParameters = new Map([['call_user_id', '77']]);
  status = () => 'open';
  isMuted = () => false;
  readonly ignore = vi.fn();
  readonly accept = vi.fn(() => {
    this.status = () => 'connecting';
  });
  disconnect = () => this.emit('disconnect');
}

let call: LibraryCall;
let device: LibraryDevice;
let reports: DeviceReport[];
let registered: boolean;
let stats: Map<string, object>;
let granted: boolean;
let tracks: { readyState: string; stop: () => void; addEventListener: () => void }[];
let warmedUp: string[];
let audio: object | null;

class LibraryDevice extends EventEmitter {
  readonly #Connection: typeof RTCPeerConnection;
  readonly audio = audio;
  state = 'registered';
  readonly updateToken = vi.fn();
  readonly options: Device.Options;
  constructor(_token: string, options: Device.Options & { RTCPeerConnection: typeof RTCPeerConnection }) {
    super();
    this.#Connection = options.RTCPeerConnection;
    this.options = options;
    device = this;
  }
  readonly destroy = vi.fn(() => this.emit('unregistered'));
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
  granted = true;
  tracks = [];
  warmedUp = [];
  audio = null;
  vi.stubGlobal(
    'RTCPeerConnection',
    class {
      connectionState = 'connected';
      onicecandidate = (_event: object) => {};
      getStats = () => Promise.resolve(stats);
      addTransceiver = (kind: string) => warmedUp.push(kind);
      setLocalDescription = async () => this.onicecandidate({ candidate: null });
      close = () => warmedUp.push('closed');
    },
  );
  const getUserMedia = async () => {
    const track = {
      readyState: 'live',
      stop: () => {
        track.readyState = 'ended';
      },
      addEventListener: () => {},
    };
    tracks.push(track);
    return { getTracks: () => [track] };
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
});

afterEach(() => vi.unstubAllGlobals());

async function register(chunderw: string) {
  const voice = createVoice({
    loadSdk: () => Promise.resolve({ Device: LibraryDevice } as unknown as VoiceSdk),
    chunderw,
    edge: undefined,
    report: (event) => reports.push(event),
    volumes: createVolumeStore(() => false),
    isMicrophoneGranted: () => Promise.resolve(granted),
    now: () => 5_000,
    warn: () => {},
  });
  voice.register('token');
  await vi.waitFor(() => expect(registered).toBe(true), { timeout: 30_000 });
  return voice;
}

async function onCall(chunderw: string) {
  const voice = await register(chunderw);
  voice.connect('placed-1', {});
  await vi.waitFor(() => expect(call.listenerCount('sample')).toBe(1), { timeout: 30_000 });
  return voice;
}

test('feedback about a call goes to its provider', async () => {
  const voice = await onCall('');
  expect(voice.postFeedback('placed-1', 2, 'echo')).toBeNull();
  expect(call.postFeedback).toHaveBeenCalledWith(2, 'echo');
});

test("feedback about a call on the embedded voice service isn't sent to the provider", async () => {
  const voice = await onCall('localhost:8080/voice/signal');
  expect(voice.postFeedback('placed-1', 2, 'echo')).toBeNull();
  expect(voice.postFeedback('placed-1', 6, 'echo')).not.toBeNull();
  expect(call.postFeedback).not.toHaveBeenCalled();
});

test("a measured call reports its quality under the provider's call ID when it ends", async () => {
  const measured = () => reports.filter(({ type }) => type === 'callMeasured');
  await onCall('');
  call.emit('sample', { mos: 4, rtt: 40, jitter: 2, totals: { packetsSent: 50, packetsLost: -1 } });
  call.emit('warning', 'high-rtt');
  call.emit('disconnect', call);
  expect(measured()).toMatchObject([
    { sid: 'CA1', quality: { samples: 1, warnings: ['high-rtt'], packets: { sent: 50, lost: 0 } } },
  ]);
  call = new LibraryCall();
  reports = [];
  registered = false;
  await onCall('');
  call.emit('disconnect', call);
  expect(measured()).toEqual([]);
});

test("each sample from the library is reported with the connection's statistics", async () => {
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

test('a speaker chosen while the call connects is used in that call', async () => {
  const speakersOfCall: string[] = [];
  let isActive = false;
  const set = async (id: string) => {
    if (isActive) speakersOfCall.push(id);
  };
  audio = {
    incoming: () => {},
    outgoing: () => {},
    on: () => {},
    unsetInputDevice: async () => {},
    availableInputDevices: new Map(),
    isOutputSelectionSupported: true,
    availableOutputDevices: new Map([['headset', {}]]),
    speakerDevices: { set },
  };
  call.status = () => 'connecting';
  const voice = await onCall('');
  voice.applySettings({ microphone: '', speaker: 'headset' } as Settings);
  expect(speakersOfCall).toEqual([]);
  isActive = true;
  call.emit('accept', call);
  expect(speakersOfCall).toEqual(['headset']);
  // Set twice, the library would play the call twice.
  voice.applySettings({ microphone: '', speaker: 'headset' } as Settings);
  expect(speakersOfCall).toEqual(['headset']);
});

test('the device prefers opus and pcmu, and warns 10 s before its token expires', async () => {
  const voice = await onCall('');
  expect(device.options).toMatchObject({ codecPreferences: ['opus', 'pcmu'], tokenRefreshMs: 10_000 });
  device.emit('tokenWillExpire');
  expect(reports).toContainEqual({ type: 'tokenExpiring' });
  voice.updateToken('the next');
  expect(device.updateToken).toHaveBeenCalledWith('the next');
});

test.each(['12a', 'W', ' ', '+'])(
  'the digits %j are rejected, the error is reported, and no tone is sent',
  async (digits) => {
    const voice = await onCall('');
    voice.sendDigits('placed-1', digits);
    expect(call.sendDigits).not.toHaveBeenCalled();
    const message = 'Illegal character passed into sendDigits';
    expect(reports).toContainEqual({ type: 'deviceErrored', code: 0, message, at: 5_000 });
    voice.sendDigits('placed-1', '1w2');
    expect(call.sendDigits).toHaveBeenCalledWith('1w2');
  },
);

test('digits on closed signaling are reported as an error, not as sent', async () => {
  const voice = await onCall('');
  call.sendDigits.mockImplementation(() => call.emit('error', { code: 31000, message: 'disconnected' }));
  voice.sendDigits('placed-1', '1');
  const types = reports.map(({ type }) => type);
  expect(types).not.toContain('digitsSent');
  expect(types).not.toContain('lineFailed');
  expect(reports).toContainEqual({ type: 'deviceErrored', code: 31000, message: 'disconnected', at: 5_000 });
});

test.each<[string, { content: unknown; messageType: unknown }, () => void]>([
  ['without content', { content: '', messageType: 'note' }, () => {}],
  ['whose content is null', { content: null, messageType: 'note' }, () => {}],
  ['without a type', { content: 'x', messageType: '' }, () => {}],
  ['whose type is a number', { content: 'x', messageType: 5 }, () => {}],
  [
    'with closed signaling',
    { content: 'x', messageType: 'note' },
    () => {
      device.state = 'unregistered';
    },
  ],
  [
    'for a call without an ID',
    { content: 'x', messageType: 'note' },
    () => {
      call.parameters.CallSid = '';
    },
  ],
])('a message %s is rejected, and nothing is sent', async (_name, message, change) => {
  const voice = await onCall('');
  change();
  expect(voice.sendMessage('placed-1', message as never)).toMatch(/./);
  expect(call.sendMessage).not.toHaveBeenCalled();
});

test('a valid message is sent', async () => {
  const voice = await onCall('');
  expect(voice.sendMessage('placed-1', { content: 'x', messageType: 'note' })).toBeNull();
  expect(call.sendMessage).toHaveBeenCalledWith({ content: 'x', messageType: 'note' });
});

test('only a pending ring can be rejected', async () => {
  const voice = await onCall('');
  const ring = new LibraryCall();
  device.emit('incoming', ring);
  expect(reports).toContainEqual({ type: 'callIncoming', callKey: 'incoming-1', callUserId: 77 });
  voice.reject('incoming-1');
  expect(ring.reject).not.toHaveBeenCalled();
  ring.status = () => 'pending';
  voice.reject('incoming-1');
  expect(ring.reject).toHaveBeenCalledTimes(1);
});

test.each([31401, 31402])(
  'a call whose microphone fails with %i reports the error and the end of the call',
  async (code) => {
    await onCall('');
    call.emit('error', { code, message: 'm' });
    call.emit('disconnect');
    expect(reports).toMatchObject([
      { type: 'deviceErrored', code, message: 'm' },
      { type: 'lineDisconnected', callKey: 'placed-1' },
    ]);
  },
);

test('a device that lost its signaling is recreated with the same token, without reporting a loss', async () => {
  const voice = await register('');
  const previous = device;
  registered = false;
  voice.recreateDevice();
  await vi.waitFor(() => expect(registered).toBe(true), { timeout: 30_000 });
  expect(previous.destroy).toHaveBeenCalledOnce();
  expect(device).not.toBe(previous);
  device.emit('registered');
  previous.emit('unregistered');
  expect(reports).toEqual([{ type: 'deviceRegistered' }]);
});

test("a device with a call isn't recreated", async () => {
  const voice = await onCall('');
  const previous = device;
  voice.recreateDevice();
  expect(device).toBe(previous);
  expect(previous.destroy).not.toHaveBeenCalled();
});

async function ring() {
  const voice = await register('');
  call.status = () => 'pending';
  device.emit('incoming', call);
  await vi.waitFor(() => expect(tracks).toHaveLength(granted ? 1 : 0));
  return voice;
}

const trackStates = () => tracks.map(({ readyState }) => readyState);

test('the microphone that a ring opened is the one of the accepted call', async () => {
  const voice = await ring();
  voice.accept('incoming-1');
  const { getUserMedia } = device.options as unknown as typeof navigator.mediaDevices;
  call.accept.mockImplementation(() => void getUserMedia({ audio: {} }));
  await vi.waitFor(() => expect(call.accept).toHaveBeenCalled());
  await vi.waitFor(() => expect(trackStates()).toEqual(['live']));
});

test.each<[string, (voice: Awaited<ReturnType<typeof ring>>) => void]>([
  ['is withdrawn', () => call.emit('cancel')],
  ['is rejected', () => call.emit('reject')],
  ['is ignored', (voice) => voice.ignore('incoming-1')],
  ['ends with the session', (voice) => voice.destroy()],
  ['is accepted and its call uses another microphone', (voice) => voice.accept('incoming-1')],
])('the microphone is closed when the ring %s', async (_how, end) => {
  end(await ring());
  await vi.waitFor(() => expect(trackStates()).toEqual(['ended']));
});

test('a ring without permission opens no microphone', async () => {
  granted = false;
  await ring();
  await new Promise((resolve) => setImmediate(resolve));
  expect(tracks).toEqual([]);
});

test('a ring during a call opens no second microphone', async () => {
  await onCall('');
  const second = new LibraryCall();
  second.status = () => 'pending';
  device.emit('incoming', second);
  await new Promise((resolve) => setImmediate(resolve));
  expect(tracks).toEqual([]);
});

test('once registered, the device opens and closes a connection, which speeds up the first call', async () => {
  await register('');
  device.emit('registered');
  device.emit('registered');
  await vi.waitFor(() => expect(warmedUp).toEqual(['audio', 'closed']));
});
