import type { Logger } from 'pino';
import type { Exchange } from '../calls/exchange.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Directory } from '../store/directory.ts';
import type { TokenReader } from './token-reader.ts';

export interface SignalingDeps {
  readonly accountSid: string;
  readonly exchange: Exchange;
  readonly media: MediaPort;
  readonly directory: Directory;
  readonly readToken: TokenReader;
  readonly log: Logger;
}
