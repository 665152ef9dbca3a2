import type { Call, Device, PreflightTest } from '@twilio/voice-sdk';

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

/**
 * A page with the official voice kit and nothing else, driven by the tests. On http://localhost the kit's secure
 * address is made a plain one for its own socket alone.
 */
const page = {
  async open(token: string, chunderw: string, options: Record<string, unknown> = {}) {
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
  /** As a quickstart of the kit has it, with the one option that names the service. */
  async quickstart(token: string, chunderw: string) {
    const { Device } = await loadKit();
    const options = { logLevel: 1, codecPreferences: ['opus', 'pcmu'], chunderw };
    device = new Device(token, options as ConstructorParameters<typeof Device>[1]);
    device.on('incoming', hold);
    device.on('error', (error: { code: number }) => errors.push(error.code));
  },
  /** Runs the kit's own test call to its end. */
  async preflight(token: string, chunderw: string, edge: string): Promise<PreflightTest.Report> {
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
  updateToken: (token: string) => device?.updateToken(token),
  async connect(params: Record<string, string>) {
    if (!device) throw new Error('no device');
    hold(await device.connect({ params, rtcConstraints }));
  },
  /** What another page needs to take the call up. */
  connectToken: (index: number) => at(index).connectToken ?? '',
  async takeUp(connectToken: string) {
    if (!device) throw new Error('no device');
    hold(await device.connect({ connectToken, rtcConstraints }));
  },
  accept: (index: number) => at(index).accept({ rtcConstraints }),
  reject: (index: number) => at(index).reject(),
  disconnect: (index: number) => at(index).disconnect(),
  mute: (index: number, muted: boolean) => at(index).mute(muted),
  digits: (index: number, digits: string) => at(index).sendDigits(digits),
  /** @returns the name of the message */
  send: (index: number, content: Record<string, string>, messageType = 'user-defined-message') =>
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
  /** Packets of sound that never came. */
  packetsLost: () => sumOfInbound('packetsLost'),
  /** Sound energy that has come in since the page began, over all connections. */
  energyIn: () => sumOfInbound('totalAudioEnergy'),
};

export type PhonePage = typeof page;
export type PhoneState = ReturnType<PhonePage['state']>;

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
