/**
 * The peer connections of calls. The voice library doesn't expose them, but takes the class to create them with, so the
 * open one can be measured.
 */
import { type LineStats, readLineStats } from './line-stats.ts';

export interface Connections {
  /** Passed to the library instead of the browser's RTCPeerConnection. */
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  /** Null: none is open, or the browser has no statistics. */
  readonly measure: () => Promise<LineStats | null>;
}

export function watchConnections(Original: typeof RTCPeerConnection): Connections {
  let latest: RTCPeerConnection | null = null;
  class Watched extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      latest = this;
    }
  }
  return {
    RTCPeerConnection: Watched,
    measure: async () => {
      if (latest === null || latest.connectionState === 'closed') return null;
      const stats = await latest.getStats();
      return readLineStats((stats as unknown as ReadonlyMap<string, RTCStats>).values());
    },
  };
}
