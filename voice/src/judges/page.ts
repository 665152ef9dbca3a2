import type { Call, Device, PreflightTest } from '@twilio/voice-sdk';

/**
 * A page with the official voice kit and nothing else, driven by the tests. On http://localhost the kit's secure
 * address is made a plain one for its own socket alone.
 */
export interface PhonePage {
  open(token: string, chunderw: string, options?: Record<string, unknown>): Promise<void>;
  /** As a quickstart of the kit has it, with the one option that names the service. */
  quickstart(token: string, chunderw: string): Promise<void>;
  /** Runs the kit's own test call to its end. */
  preflight(token: string, chunderw: string, edge: string): Promise<PreflightTest.Report>;
  register(): Promise<void>;
  unregister(): Promise<void>;
  destroy(): void;
  updateToken(token: string): void;
  connect(params: Record<string, string>): Promise<void>;
  /** What another page needs to take the call up. */
  connectToken(index: number): string;
  takeUp(connectToken: string): Promise<void>;
  accept(index: number): void;
  reject(index: number): void;
  disconnect(index: number): void;
  mute(index: number, muted: boolean): void;
  digits(index: number, digits: string): void;
  /** @returns the name of the message */
  send(index: number, content: Record<string, string>, messageType?: string): string;
  state(): PhoneState;
  /** Sound energy that has come in since the page began, over all connections. */
  energyIn(): Promise<number>;
  /** Packets of sound that never came. */
  packetsLost(): Promise<number>;
}

export interface PhoneState {
  readonly device: string;
  readonly identity: string | null;
  readonly edge: string | null;
  readonly home: string | null;
  readonly errors: readonly number[];
  readonly calls: readonly CallState[];
}

export interface CallState {
  readonly status: string;
  readonly direction: string;
  readonly parameters: Record<string, string>;
  readonly custom: Record<string, string>;
  readonly events: readonly string[];
  readonly codec: string | undefined;
}

interface Held {
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

async function loadKit(): Promise<typeof import('@twilio/voice-sdk')> {
  const Real = globalThis.WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace(/^wss:\/\/(localhost|127\.0\.0\.1)(?=[:/])/, 'ws://$1'), protocols);
    }
  };
  const kit = await import('@twilio/voice-sdk');
  globalThis.WebSocket = Real;
  return kit;
}

const names = ['disconnect', 'incoming', 'outgoing', 'dtmfs', 'dtmfh', ...'0123456789'].map((name) =>
  /\d/.test(name) ? `dtmf${name}` : name,
);

let device: Device | null = null;
const held: Held[] = [];
const errors: number[] = [];

function hold(call: Call): void {
  const events: string[] = [];
  for (const name of ['accept', 'cancel', 'disconnect', 'reject', 'reconnecting', 'reconnected', 'ringing'])
    call.on(name, () => events.push(name));
  // What has been noticed of the line's quality, and that it is over.
  call.on('warning', (warning: string) => events.push(`warning ${warning}`));
  call.on('warning-cleared', (warning: string) => events.push(`cleared ${warning}`));
  call.on('messageReceived', (message: { content: unknown; voiceEventSid?: string }) =>
    events.push(`message ${message.voiceEventSid} ${JSON.stringify(message.content)}`),
  );
  call.on('messageSent', () => events.push('messageSent'));
  call.on('error', (error: { code: number }) => events.push(`error ${error.code}`));
  held.push({ call, events });
}

function at(index: number): Call {
  const found = held[index];
  if (!found) throw new Error(`there is no call ${index}`);
  return found.call;
}

const page: PhonePage = {
  async open(token, chunderw, options = {}) {
    const { Device } = await loadKit();
    device = new Device(token, {
      chunderw,
      publishEvents: false,
      sounds: Object.fromEntries(names.map((name) => [name, '/sound.wav'])),
      enableImprovedSignalingErrorPrecision: true,
      allowIncomingWhileBusy: true,
      maxCallSignalingTimeoutMs: 20_000,
      logLevel: 'silent',
      ...options,
    } as ConstructorParameters<typeof Device>[1]);
    device.audio?.incoming(false);
    device.on('incoming', hold);
    device.on('error', (error: { code: number }) => errors.push(error.code));
  },
  async quickstart(token, chunderw) {
    const { Device } = await loadKit();
    const options = { logLevel: 1, codecPreferences: ['opus', 'pcmu'], chunderw };
    device = new Device(token, options as ConstructorParameters<typeof Device>[1]);
    device.on('incoming', hold);
    device.on('error', (error: { code: number }) => errors.push(error.code));
  },
  async preflight(token, chunderw, edge) {
    const { Device } = await loadKit();
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
  updateToken: (token) => device?.updateToken(token),
  async connect(params) {
    if (!device) throw new Error('no device');
    hold(await device.connect({ params, rtcConstraints }));
  },
  connectToken: (index) => at(index).connectToken ?? '',
  async takeUp(connectToken) {
    if (!device) throw new Error('no device');
    hold(await device.connect({ connectToken, rtcConstraints }));
  },
  accept: (index) => at(index).accept({ rtcConstraints }),
  reject: (index) => at(index).reject(),
  disconnect: (index) => at(index).disconnect(),
  mute: (index, muted) => at(index).mute(muted),
  digits: (index, digits) => at(index).sendDigits(digits),
  send: (index, content, messageType = 'user-defined-message') =>
    at(index).sendMessage({ content, contentType: 'application/json', messageType }),
  state: () => ({
    device: device?.state ?? 'none',
    identity: device?.identity ?? null,
    edge: device?.edge ?? null,
    home: device?.home ?? null,
    errors: [...errors],
    calls: held.map(({ call, events }) => ({
      status: call.status(),
      direction: call.direction,
      parameters: { ...call.parameters },
      custom: Object.fromEntries(call.customParameters),
      events: [...events],
      codec: call.codec,
    })),
  }),
  packetsLost: () => sumOfInbound('packetsLost'),
  energyIn: () => sumOfInbound('totalAudioEnergy'),
};

async function sumOfInbound(name: 'packetsLost' | 'totalAudioEnergy'): Promise<number> {
  let sum = 0;
  for (const peer of peers) {
    const stats = await peer.getStats();
    stats.forEach((one: { type: string; kind?: string; packetsLost?: number; totalAudioEnergy?: number }) => {
      if (one.type === 'inbound-rtp' && one.kind === 'audio') sum += one[name] ?? 0;
    });
  }
  return sum;
}

/** Chromium's own cleaning takes test sounds for noise. */
const rtcConstraints = {
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
};

declare global {
  var phone: PhonePage;
}
globalThis.phone = page;
