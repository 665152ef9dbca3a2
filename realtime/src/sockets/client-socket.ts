import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Failure } from './core/failures.ts';
import { errorMessage } from './core/server-message.ts';
import { textFrame } from './text-frame.ts';

/** A reader who leaves so much unread is dropped, so that it costs the others nothing. */
const STALLED_BYTES = 1024 * 1024;
/** What a read takes besides its bytes. */
const READ_BYTES = 256;

/**
 * The sending side of one client. Frames go straight to the stream below `ws`, which sends nothing else
 * but control frames and, without extensions, writes those at once: the two never interleave.
 */
export class ClientSocket {
  readonly #ws: WebSocket;
  readonly #stream: Duplex;
  #begun = 0;

  constructor(ws: WebSocket, stream: Duplex) {
    this.#ws = ws;
    this.#stream = stream;
    // After the library's own listener, which has told of messages that end in these bytes by then.
    stream.on('data', (bytes: Buffer) => {
      this.#begun += bytes.length + READ_BYTES;
    });
  }

  /** What the client has not read yet, and of its next message what has come, in whole reads. */
  get heldBytes(): number {
    return this.#stream.writableLength + this.#begun;
  }

  messageEnded(): void {
    this.#begun = 0;
  }

  /** `frame`: a complete WebSocket frame. Nothing is sent to a client that is closing. */
  write(frame: Buffer): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    this.#stream.write(frame);
    if (this.#stream.writableLength > STALLED_BYTES) this.#ws.terminate();
  }

  /** Sends the failure as `pusher:error`, too, unless its code belongs to the WebSocket protocol. */
  close(failure: Failure): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    const { code, message } = failure;
    if (code >= 4_000) this.write(textFrame(errorMessage(failure)));
    // RFC 6455, 5.5: a close frame's reason has at most 123 bytes.
    this.#ws.close(code, message.replace(/[^\x20-\x7e]/g, '?').slice(0, 123));
  }
}
