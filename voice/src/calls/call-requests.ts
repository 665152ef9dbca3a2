import type { Logger } from 'pino';
import type { Observe } from '../inspector/core/observations.ts';
import type { Sounds } from '../sounds/sounds.ts';
import type { Store } from '../store/store.ts';
import type { DocumentAddress, Source } from '../twiml/core/program.ts';
import type { Callbacks } from '../webhooks/callbacks.ts';
import type { Documents } from '../webhooks/documents.ts';
import type { Params } from './core/address.ts';
import type { Call, Direction } from './core/call.ts';
import type { CallOptions } from './live-call.ts';
import type { MediaPort } from './media-port.ts';

export interface ExchangeDeps {
  readonly accountSid: string;
  /** Base of recording URLs; known once the service listens. */
  readonly publicApi: () => string;
  readonly callsPerSecond: number;
  readonly media: MediaPort;
  readonly callbacks: Callbacks;
  readonly documents: Documents;
  readonly sounds: Sounds;
  readonly records: Store;
  readonly log: Logger;
  /** Null while the page is off. */
  readonly observe: Observe | null;
}

export interface OutboundCallRequest
  extends Pick<Call, 'parentSid' | 'from' | 'to' | 'callback'>,
    Pick<CallOptions, 'source' | 'dialedBy' | 'invitation' | 'ringMs'>,
    Partial<Pick<CallOptions, 'answerActions' | 'fallback' | 'detection'>> {
  readonly direction: Exclude<Direction, 'inbound'>;
  readonly params: Params;
}

export interface InboundCallRequest
  extends Pick<Call, 'sid' | 'from' | 'to' | 'callback'>,
    Partial<Pick<Call, 'callerName' | 'stirVerstat'>> {
  readonly leg: string;
  readonly source: Source;
  readonly fallback: DocumentAddress | null;
}
