import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Failure } from './core/failures.ts';
import { errorMessage } from './core/server-message.ts';
import { textFrame } from './text-frame.ts';

/** A client with more unread bytes is dropped. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const READ_OVERHEAD_BYTES = 256;

/**
 * The sending side of one client. Frames are written straight to the stream below `ws`. `ws` itself sends only control
 * frames and, without extensions, writes them synchronously, so the two never interleave.
 */
export class ClientSocket {
  readonly #ws: WebSocket;
  readonly #stream: Duplex;
  #partialBytes = 0;

  constructor(ws: WebSocket, stream: Duplex) {
    this.#ws = ws;
    this.#stream = stream;
    // Runs after the library's listener, which has already reported messages that end in these bytes.
    stream.on('data', (bytes: Buffer) => {
      this.#partialBytes += bytes.length + READ_OVERHEAD_BYTES;
    });
  }

  /** Unsent bytes plus everything read since the last complete message, with a fixed overhead per read. */
  get bufferedBytes(): number {
    return this.#stream.writableLength + this.#partialBytes;
  }

  messageEnded(): void {
    this.#partialBytes = 0;
  }

  write(frame: Buffer): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    this.#stream.write(frame);
    if (this.#stream.writableLength > MAX_UNREAD_BYTES) this.#ws.terminate();
  }

  /** Also sends `pusher:error`, unless the code belongs to the WebSocket protocol. */
  close(failure: Failure): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    const { code, message } = failure;
    if (code >= 4_000) this.write(textFrame(errorMessage(failure)));
    // RFC 6455, 5.5: the reason has at most 123 bytes.
    this.#ws.close(code, message.replace(/[^\x20-\x7e]/g, '?').slice(0, 123));
  }
}
