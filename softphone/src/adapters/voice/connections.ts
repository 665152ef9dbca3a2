/** The voice library hides its peer connections but accepts the class to create them with, so calls can be measured. */
import { type LineStats, readLineStats } from './line-stats.ts';

export interface Connections {
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  /** Null: no open connection, or no statistics. */
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

/**
 * The first connection of a page takes about 30 ms longer than later ones, which the first call should not wait for. Opens
 * and closes one that has no peer; without a server it contacts no host.
 */
export async function warmUp(Original: typeof RTCPeerConnection): Promise<void> {
  const connection = new Original();
  try {
    connection.addTransceiver('audio');
    const gathered = new Promise((resolve) => {
      connection.onicecandidate = ({ candidate }) => candidate ?? resolve(null);
    });
    await connection.setLocalDescription();
    await gathered;
  } finally {
    connection.close();
  }
}
