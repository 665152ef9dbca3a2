import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Exchange } from '../calls/exchange.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { MediaPort } from '../calls/media-port.ts';
import { decodeUlaw } from '../media/core/audio/g711.ts';
import type { TapSide } from '../media/protocol.ts';

export interface ListenerDeps {
  readonly exchange: Exchange;
  readonly media: MediaPort;
  readonly log: Logger;
}

const MAX_LISTENERS = 16;

/** 4 s of audio. A reader that is further behind is dropped. */
const MAX_BUFFERED_BYTES = 64 * 1024;

/** Close codes. */
const ENDED = 1000;
const TOO_MANY = 1013;
const INVALID = 4400;
const NO_CALL = 4404;
const NO_AUDIO = 4409;
const FAILED = 4500;

const querySchema = z.object({
  call: z.string().regex(/^CA[0-9a-f]{32}$/),
  side: z.enum(['hears', 'says', 'both']).default('hears'),
});

interface Listener {
  readonly socket: WebSocket;
  readonly live: LiveCall;
  readonly side: TapSide;
  leg: string;
}

/**
 * Pages that listen to what the party of a call hears or says. Each socket gets frames of 20 ms: 160 samples, signed
 * 16-bit little-endian, 8 kHz. It's closed with the call.
 */
export class Listeners {
  readonly #deps: ListenerDeps;
  readonly #listeners = new Map<string, Listener>();

  constructor(deps: ListenerDeps) {
    this.#deps = deps;
    deps.media.on((report) => {
      if (report.type === 'tapFrame') this.#sendFrame(report.tap, report.frame);
      if (report.type === 'tapClosed') this.#follow(report.tap);
    });
  }

  accept(socket: WebSocket, query: URLSearchParams): void {
    socket.on('error', () => socket.terminate());
    // The page only listens.
    socket.on('message', () => socket.close(INVALID, 'nothing can be sent here'));
    const parsed = querySchema.safeParse(Object.fromEntries(query));
    if (!parsed.success) {
      socket.close(INVALID, 'call must be a call SID, and side hears, says or both');
      return;
    }
    const live = this.#deps.exchange.find(parsed.data.call);
    if (this.#listeners.size >= MAX_LISTENERS) socket.close(TOO_MANY, 'too many listeners');
    else if (!live) socket.close(NO_CALL, 'no such call, or it has ended');
    else if (live.leg === null) socket.close(NO_AUDIO, 'the call has no audio yet');
    else this.#listen({ socket, live, side: parsed.data.side, leg: live.leg });
  }

  close(): void {
    for (const { socket } of this.#listeners.values()) socket.close(1001, 'service is stopping');
  }

  #listen(listener: Listener): void {
    const { socket, live } = listener;
    const tap = randomUUID();
    this.#listeners.set(tap, listener);
    const onEnd = () => socket.close(ENDED, 'the call has ended');
    live.onEnd.add(onEnd);
    socket.on('close', () => {
      live.onEnd.delete(onEnd);
      this.#listeners.delete(tap);
      this.#deps.media.send({ type: 'closeTap', tap }).catch(() => {});
    });
    this.#open(tap);
  }

  #open(tap: string): void {
    const listener = this.#listeners.get(tap);
    if (!listener) return;
    const { leg, side, socket } = listener;
    this.#deps.media.send({ type: 'openTap', tap, leg, side }).catch((error: unknown) => {
      this.#deps.log.warn({ leg, err: String(error) }, 'failed to listen to a call');
      socket.close(FAILED, 'this call’s audio is unavailable');
    });
  }

  #sendFrame(tap: string, frame: Uint8Array): void {
    const socket = this.#listeners.get(tap)?.socket;
    if (!socket || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#deps.log.warn({ tap }, 'a slow listener was dropped');
      socket.terminate();
      return;
    }
    socket.send(toLittleEndian(decodeUlaw(frame)));
  }

  /** A browser that resumes its call gets a new leg. */
  #follow(tap: string): void {
    const listener = this.#listeners.get(tap);
    if (!listener) return;
    const { leg } = listener.live;
    if (leg === null || leg === listener.leg) return;
    listener.leg = leg;
    this.#open(tap);
  }
}

function toLittleEndian(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, index * 2);
  return bytes;
}
