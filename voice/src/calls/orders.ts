import type { Logger } from 'pino';
import type { Sounds } from '../sounds/sounds.ts';
import type { Store } from '../store/store.ts';
import type { DocumentAddress, Source } from '../twiml/core/program.ts';
import type { Callbacks } from '../webhooks/callbacks.ts';
import type { Documents } from '../webhooks/documents.ts';
import type { Params } from './core/address.ts';
import type { CallbackTarget, Direction } from './core/call.ts';
import type { DetectionOrder } from './detection.ts';
import type { AtAnswer, Dialler, Invitation } from './live-call.ts';
import type { MediaPort } from './media-port.ts';

export interface ExchangeParts {
  readonly accountSid: string;
  /** Where the account reaches this service's API: what recordings' URLs begin with. */
  readonly publicApi: string;
  readonly callsPerSecond: number;
  readonly media: MediaPort;
  readonly callbacks: Callbacks;
  readonly documents: Documents;
  readonly sounds: Sounds;
  readonly records: Store;
  readonly log: Logger;
}

/** A call that goes out. */
export interface CallOrder {
  readonly direction: Exclude<Direction, 'inbound'>;
  readonly parentSid: string | null;
  readonly from: string;
  readonly to: string;
  readonly params: Params;
  readonly callback: CallbackTarget | null;
  readonly source: Source | null;
  readonly dialledBy: Dialler | null;
  readonly invitation: Invitation | null;
  readonly ringMs: number;
  readonly atAnswer?: AtAnswer;
  readonly fallback?: DocumentAddress | null;
  /** Null: nobody asks who picks up. */
  readonly detection?: DetectionOrder | null;
}

/** A call that somebody makes to the account. */
export interface Arrival {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly leg: string;
  readonly source: Source;
  readonly callback: CallbackTarget | null;
  readonly fallback: DocumentAddress | null;
  readonly callerName?: string | null;
  readonly stirVerstat?: string | null;
}
