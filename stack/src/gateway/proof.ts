/**
 * How the gateway knows that a WebSocket is no stranger's: by what the service answers, because only the service can
 * read the client's token. The voice service answers a valid access token with `connected`; the realtime service lets
 * into private channels, and signs in, only those that the server has given a signature.
 */
import type { Readable, Writable } from 'node:stream';
import * as ws from 'ws';
import * as z from 'zod';

/** The reading side of a WebSocket; the package's types leave it out. */
const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: {
    readonly isServer: boolean;
    readonly maxPayload: number;
    readonly skipUTF8Validation: boolean;
  }) => Writable;
};

/** Longer than the list of the members of a channel. */
const LONGEST_FRAME = 1024 * 1024;

const VoiceFrame = z.object({ type: z.literal('connected') });
const RealtimeFrame = z.union([
  z.object({ event: z.literal('pusher:signin_success') }),
  z.object({
    event: z.literal('pusher_internal:subscription_succeeded'),
    channel: z.string().regex(/^(private|presence)-/),
  }),
]);

export type Proof = (frame: unknown) => boolean;
export const provesVoice: Proof = (frame) => VoiceFrame.safeParse(frame).success;
export const provesRealtime: Proof = (frame) => RealtimeFrame.safeParse(frame).success;

/** Reads along what a service sends to its client, until a frame is a proof. */
export function watchForProof(service: Readable, proves: Proof, onProof: () => void): void {
  const receiver = new Receiver({ isServer: false, maxPayload: LONGEST_FRAME, skipUTF8Validation: true });
  const read = (bytes: Buffer) => receiver.write(bytes);
  const stop = () => void service.off('data', read);
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary || !proves(parsed(data))) return;
    stop();
    onProof();
  });
  // The client's own reader judges what is wrong with a frame.
  receiver.on('error', stop);
  service.on('data', read);
}

function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return null;
  }
}
