import type { ReplyTo } from '../media/media-client.ts';
import type { MediaOrder } from '../media/orders.ts';
import type { MediaReport } from '../media/protocol.ts';

/** The media process, as the exchange sees it. */
export interface MediaPort {
  /** Rejects when the order was refused, or the process is gone. */
  order<O extends MediaOrder>(order: O): Promise<ReplyTo<O>>;
  on(listener: (report: MediaReport) => void): void;
}
