/** For pages with the official `@twilio/voice-sdk`. Runs in the browser. */

/** Two options are internal to the SDK; a type needs one of `Device.Options` to be assignable to it. */
export interface DeviceOptions {
  readonly chunderw: string;
  /** Else the SDK reports each call to Twilio. */
  readonly publishEvents: false;
  readonly logLevel?: never;
}

/**
 * Options of `Device` that point the SDK at the service: `new Device(token, { ...deviceOptions(url) })`.
 * @param url of the service, such as `http://127.0.0.1:7001`
 */
export function deviceOptions(url: string): DeviceOptions {
  const { host, pathname } = new URL(url);
  return { chunderw: host + pathname.replace(/\/$/, ''), publishEvents: false };
}

/**
 * Loads the SDK so that it also works with a service without TLS:
 * `const { Device } = await loadVoiceSdk(url, () => import('@twilio/voice-sdk'))`.
 *
 * The SDK connects with `wss:` only. It reads `WebSocket` once, when it is loaded; for that moment this puts in a
 * subclass that connects to the service with `ws:`. Import the SDK nowhere else, except for types.
 */
export async function loadVoiceSdk<T>(url: string, load: () => Promise<T>): Promise<T> {
  const restore = useLocalSockets(url);
  try {
    return await load();
  } finally {
    restore();
  }
}

/** The same for an SDK that a `<script>` loads: call it before. @returns a function to call after */
export function useLocalSockets(url: string): () => void {
  const service = new URL(url);
  const RealWebSocket = globalThis.WebSocket;
  globalThis.WebSocket = class extends RealWebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      const target = new URL(address);
      if (target.host === service.host && service.protocol === 'http:') target.protocol = 'ws:';
      super(target, protocols);
    }
  };
  return () => {
    globalThis.WebSocket = RealWebSocket;
  };
}
