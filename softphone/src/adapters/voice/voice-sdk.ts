/**
 * The voice library always signals over wss:// and reads `globalThis.WebSocket` once, when it loads. On a loopback
 * page without TLS, a subclass that opens ws:// replaces it during loading. Seen with @twilio/voice-sdk 2.18.5.
 */
import { isLoopback } from '@offhook/contract/client/api-base';

export type VoiceSdk = typeof import('@twilio/voice-sdk');

export async function loadVoiceSdk(page: {
  readonly protocol: string;
  readonly hostname: string;
}): Promise<VoiceSdk> {
  if (page.protocol !== 'http:' || !isLoopback(page.hostname)) return import('@twilio/voice-sdk');
  const Original = globalThis.WebSocket;
  class LoopbackWebSocket extends Original {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace(/^wss:\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/])/, 'ws://$1'), protocols);
    }
  }
  globalThis.WebSocket = LoopbackWebSocket;
  try {
    return await import('@twilio/voice-sdk');
  } finally {
    globalThis.WebSocket = Original;
  }
}
