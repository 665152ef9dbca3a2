import type { ReplyTo } from '../media/media-client.ts';
import type { MediaOrder } from '../media/orders.ts';
import type { MediaReport } from '../media/protocol.ts';

export interface MediaPort {
  order<O extends MediaOrder>(order: O): Promise<ReplyTo<O>>;
  on(listener: (report: MediaReport) => void): void;
}
