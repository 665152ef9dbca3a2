import type { MediaCommand } from '../media/commands.ts';
import type { ReplyTo } from '../media/media-client.ts';
import type { MediaReport } from '../media/protocol.ts';

export interface MediaPort {
  send<O extends MediaCommand>(command: O): Promise<ReplyTo<O>>;
  on(listener: (report: MediaReport) => void): void;
}
