import type { Call, Device, PreflightTest } from '@twilio/voice-sdk';

interface TrackedCall {
  readonly call: Call;
  readonly events: string[];
}

const peers: RTCPeerConnection[] = [];
const RealPeer = globalThis.RTCPeerConnection;
globalThis.RTCPeerConnection = class extends RealPeer {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    peers.push(this);
  }
};

async function loadSdk(): Promise<typeof import('@twilio/voice-sdk')> {
  const Real = globalThis.WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace(/^wss:\/\/(localhost|127\.0\.0\.1)(?=[:/])/, 'ws://$1'), protocols);
    }
  };
  const sdk = await import('@twilio/voice-sdk');
  globalThis.WebSocket = Real;
  return sdk;
}

const SOUND_NAMES = ['disconnect', 'incoming', 'outgoing', 'dtmfs', 'dtmfh', ...'0123456789'].map((name) =>
  /\d/.test(name) ? `dtmf${name}` : name,
);

let device: Device | null = null;
const trackedCalls: TrackedCall[] = [];
const errors: number[] = [];

function trackCall(call: Call): void {
  const events: string[] = [];
  for (const name of ['accept', 'cancel', 'disconnect', 'reject', 'reconnecting', 'reconnected', 'ringing'])
    call.on(name, () => events.push(name));
  call.on('warning', (warning: string) => events.push(`warning ${warning}`));
  call.on('warning-cleared', (warning: string) => events.push(`cleared ${warning}`));
  call.on('messageReceived', (message: { content: unknown; voiceEventSid?: string }) =>
    events.push(`message ${message.voiceEventSid} ${JSON.stringify(message.content)}`),
  );
  call.on('messageSent', () => events.push('messageSent'));
  call.on('error', (error: { code: number }) => events.push(`error ${error.code}`));
  trackedCalls.push({ call, events });
}

function callAt(index: number): Call {
  const found = trackedCalls[index];
  if (!found) throw new Error(`no call ${index}`);
  return found.call;
}

/**
 * A page with only the official voice SDK, driven by the tests. On localhost the SDK's socket uses ws instead of wss.
 */
const page = {
  async open(token: string, chunderw: string, options: Record<string, unknown> = {}) {
    const { Device } = await loadSdk();
    device = new Device(token, {
      chunderw,
      publishEvents: false,
      sounds: Object.fromEntries(SOUND_NAMES.map((name) => [name, '/sound.wav'])),
      enableImprovedSignalingErrorPrecision: true,
      allowIncomingWhileBusy: true,
      maxCallSignalingTimeoutMs: 20_000,
      logLevel: 'silent',
      ...options,
    } as ConstructorParameters<typeof Device>[1]);
    device.audio?.incoming(false);
    device.on('incoming', trackCall);
    device.on('error', (error: { code: number }) => errors.push(error.code));
  },
  /** The options of the SDK's quickstart, plus the address of the service. */
  async quickstart(token: string, chunderw: string) {
    const { Device } = await loadSdk();
    const options = { logLevel: 1, codecPreferences: ['opus', 'pcmu'], chunderw };
    device = new Device(token, options as ConstructorParameters<typeof Device>[1]);
    device.on('incoming', trackCall);
    device.on('error', (error: { code: number }) => errors.push(error.code));
  },
  async preflight(token: string, chunderw: string, edge: string): Promise<PreflightTest.Report> {
    const { Device } = await loadSdk();
    const options = { chunderw, edge, logLevel: 'silent' };
    const test = Device.runPreflight(token, options as PreflightTest.Options);
    return new Promise((resolve, reject) => {
      test.on('completed', resolve);
      test.on('failed', reject);
    });
  },
  register: async () => device?.register(),
  unregister: async () => device?.unregister(),
  destroy: () => device?.destroy(),
  updateToken: (token: string) => device?.updateToken(token),
  async connect(params: Record<string, string>) {
    if (!device) throw new Error('no device');
    trackCall(await device.connect({ params, rtcConstraints }));
  },
  connectToken: (index: number) => callAt(index).connectToken ?? '',
  async resume(connectToken: string) {
    if (!device) throw new Error('no device');
    trackCall(await device.connect({ connectToken, rtcConstraints }));
  },
  accept: (index: number) => callAt(index).accept({ rtcConstraints }),
  reject: (index: number) => callAt(index).reject(),
  disconnect: (index: number) => callAt(index).disconnect(),
  mute: (index: number, muted: boolean) => callAt(index).mute(muted),
  digits: (index: number, digits: string) => callAt(index).sendDigits(digits),
  send: (index: number, content: Record<string, string>, messageType = 'user-defined-message') =>
    callAt(index).sendMessage({ content, contentType: 'application/json', messageType }),
  state: () => ({
    device: device?.state ?? 'none',
    identity: device?.identity ?? null,
    edge: device?.edge ?? null,
    home: device?.home ?? null,
    errors: [...errors],
    calls: trackedCalls.map(({ call, events }) => ({
      status: call.status(),
      direction: call.direction,
      parameters: { ...call.parameters },
      custom: Object.fromEntries(call.customParameters),
      events: [...events],
      codec: call.codec,
    })),
  }),
  packetsLost: () => sumInboundStats('packetsLost'),
  /** Total received sound energy of all connections. */
  energyIn: () => sumInboundStats('totalAudioEnergy'),
};

export type PhonePage = typeof page;
export type PhoneState = ReturnType<PhonePage['state']>;

async function sumInboundStats(name: 'packetsLost' | 'totalAudioEnergy'): Promise<number> {
  let sum = 0;
  for (const peer of peers) {
    const stats = await peer.getStats();
    stats.forEach((one: { type: string; kind?: string; packetsLost?: number; totalAudioEnergy?: number }) => {
      if (one.type === 'inbound-rtp' && one.kind === 'audio') sum += one[name] ?? 0;
    });
  }
  return sum;
}

/** Chromium's audio processing would treat test sounds as noise. */
const rtcConstraints = {
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
};

declare global {
  var phone: PhonePage;
}
globalThis.phone = page;
