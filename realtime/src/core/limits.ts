/** Sizes of the Channels protocol as the hosted service documents them, and our own where it has none. */
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
  /** The hosted service has no such limits; memory must have them. */
  channelsPerConnection: 100,
  /** Times the connections that may be served: all subscriptions of the process, about twenty for each connection. */
  subscribedBytesPerConnection: 16_384,
  /** Likewise: what clients leave unread, and messages that they have begun. One alone may hold more. */
  socketBytesPerConnection: 32_768,
  socketBytesAtLeast: 4 * 1024 * 1024,
  /** A WebSocket message: a client event of 10 kB, escaped, fits well. */
  messageBytes: 100_000,
  messageParts: 16,
  /** An HTTP body: ten events of 10 kB whose every byte is escaped as \u00xx. */
  bodyBytes: 700_000,
  /** All HTTP bodies that are being read. */
  bodiesBytes: 32 * 1024 * 1024,
  /** Beyond so many subscribers the count is told at most once per `countIntervalMs`. */
  countAtOnce: 100,
  countIntervalMs: 5_000,
  cacheTtlMs: 30 * 60_000,
  cacheBytes: 32 * 1024 * 1024,
  timestampSeconds: 600,
} as const;

const encoder = new TextEncoder();

/** Whether `text` in UTF-8 is at most `bytes` long; encodes only where the answer is not obvious. */
export function fitsIn(text: string, bytes: number): boolean {
  if (text.length > bytes) return false;
  if (text.length * 3 <= bytes) return true;
  return encoder.encode(text).length <= bytes;
}
