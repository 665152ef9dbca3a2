/**
 * Recognizes authenticated WebSockets by the service's frames, because only the service can check the token. The voice
 * service answers a valid access token with `connected`; the realtime service lets only clients with the server's
 * signature sign in or join private channels.
 */
import type { Readable, Writable } from 'node:stream';
import * as ws from 'ws';
import * as z from 'zod';

/** The reading side of a WebSocket; missing in the package's types. */
const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: {
    readonly isServer: boolean;
    readonly maxPayload: number;
    readonly skipUTF8Validation: boolean;
  }) => Writable;
};

const MAX_FRAME_BYTES = 1024 * 1024;

const VoiceFrame = z.object({ type: z.literal('connected') });
const RealtimeFrame = z.union([
  z.object({ event: z.literal('pusher:signin_success') }),
  z.object({
    event: z.literal('pusher_internal:subscription_succeeded'),
    channel: z.string().regex(/^(private|presence)-/),
  }),
]);

export type AuthenticationCheck = (frame: unknown) => boolean;
export const isVoiceAuthentication: AuthenticationCheck = (frame) => VoiceFrame.safeParse(frame).success;
export const isRealtimeAuthentication: AuthenticationCheck = (frame) =>
  RealtimeFrame.safeParse(frame).success;

/** Reads the service's frames, without consuming them, until one authenticates the client. */
export function watchForAuthentication(
  service: Readable,
  isAuthentication: AuthenticationCheck,
  onAuthenticated: () => void,
): void {
  const receiver = new Receiver({ isServer: false, maxPayload: MAX_FRAME_BYTES, skipUTF8Validation: true });
  const read = (bytes: Buffer) => receiver.write(bytes);
  const stop = () => void service.off('data', read);
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary || !isAuthentication(parseJson(data))) return;
    stop();
    onAuthenticated();
  });
  // The client handles invalid frames.
  receiver.on('error', stop);
  service.on('data', read);
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return null;
  }
}
