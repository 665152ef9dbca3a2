/**
 * The connections that carry the sound of calls. The voice library makes them and keeps them to itself; it may be told
 * what to make them with, and so the one that is open can be measured.
 */
import { type LineStats, readLineStats } from './line-stats.ts';

export interface Connections {
  /** To be given to the library in place of the browser's own. */
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  /** Null: none is open, or this browser does not tell. */
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
