import type { Logger } from 'pino';
import type { Exchange } from '../calls/exchange.ts';
import type { MediaPort } from '../calls/media-port.ts';
import type { Carrier } from '../carrier/carrier.ts';
import type { Signaling } from '../signaling/signaling.ts';
import type { Directory } from '../store/directory.ts';
import type { Store } from '../store/store.ts';
import type { Texts } from '../texts/texts.ts';

/** What the lab works with. */
export interface LabParts {
  readonly exchange: Exchange;
  readonly media: MediaPort;
  readonly signaling: Signaling;
  readonly directory: Directory;
  readonly store: Store;
  readonly carrier: Carrier;
  readonly texts: Texts;
  readonly log: Logger;
}
