/** The Channels protocol's limits as the hosted service documents them, and ours where it documents none. */
export const LIMITS = {
  channelNameChars: 200,
  eventNameChars: 200,
  eventDataBytes: 10_240,
  channelsPerEvent: 100,
  eventsPerBatch: 10,
  clientEventsPerSecond: 10,
  membersPerChannel: 100,
  userIdChars: 128,
  userInfoBytes: 1_024,
  userDataBytes: 10_240,
  /** The hosted service documents no limit; we need one for memory. */
  channelsPerConnection: 100,
  /** Multiplied by `maxConnections` and shared by all connections: about 20 subscriptions each. */
  subscribedBytesPerConnection: 16_384,
  /** Multiplied by `maxConnections` and shared by all connections: unread events and unfinished messages. */
  socketBytesPerConnection: 32_768,
  minSocketBytes: 4 * 1024 * 1024,
  /** Fits an escaped client event of 10 kB. */
  messageBytes: 100_000,
  fragmentsPerMessage: 16,
  /** Fits ten events of 10 kB with every byte escaped as \u00xx. */
  bodyBytes: 700_000,
  totalBodyBytes: 32 * 1024 * 1024,
  immediateCountSubscribers: 100,
  countIntervalMs: 5_000,
  cacheTtlMs: 30 * 60_000,
  cacheBytes: 32 * 1024 * 1024,
  timestampToleranceSeconds: 600,
} as const;

const encoder = new TextEncoder();

/** Whether `text` is at most `bytes` long in UTF-8. Encodes only if the length alone doesn't decide. */
export function fitsIn(text: string, bytes: number): boolean {
  if (text.length > bytes) return false;
  if (text.length * 3 <= bytes) return true;
  return encoder.encode(text).length <= bytes;
}
