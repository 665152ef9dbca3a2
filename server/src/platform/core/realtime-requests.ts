/** The fewest requests for realtime messages, without duplicates, by the limits of the Pusher HTTP API. */

export interface Message {
  readonly channel: string;
  readonly name: string;
  /** JSON. */
  readonly data: string;
}

export type RealtimeRequest =
  /** One event on several channels. */
  | {
      readonly kind: 'event';
      readonly channels: readonly string[];
      readonly name: string;
      readonly data: string;
    }
  /** Events on one channel each. */
  | { readonly kind: 'batch'; readonly messages: readonly Message[] };

const CHANNELS_PER_EVENT = 100;
const MESSAGES_PER_BATCH = 10;

export function toRequests(messages: readonly Message[]): readonly RealtimeRequest[] {
  const byEvent = new Map<string, Message[]>();
  for (const message of messages) {
    const key = `${message.name} ${message.data}`;
    const event = byEvent.get(key) ?? [];
    if (!event.some(({ channel }) => channel === message.channel)) byEvent.set(key, [...event, message]);
  }
  const events = [...byEvent.values()].sort((a, b) => b.length - a.length);
  const count = (alone: number) =>
    requestCount(events.slice(0, alone).map((event) => event.length)) +
    Math.ceil(sum(events.slice(alone).map((event) => event.length)) / MESSAGES_PER_BATCH);
  let alone = 0;
  for (let n = 1; n <= events.length; n += 1) if (count(n) <= count(alone)) alone = n;
  const single = events.slice(0, alone).flatMap((event) => slices(event, CHANNELS_PER_EVENT).map(toEvent));
  const batches = slices(events.slice(alone).flat(), MESSAGES_PER_BATCH).map((batch) =>
    batch.length === 1 ? toEvent(batch) : ({ kind: 'batch', messages: batch } as const),
  );
  return [...single, ...batches];
}

function requestCount(channelCounts: readonly number[]): number {
  return sum(channelCounts.map((channels) => Math.ceil(channels / CHANNELS_PER_EVENT)));
}

function toEvent(messages: readonly Message[]): RealtimeRequest {
  const [{ name, data } = { name: '', data: '' }] = messages;
  return { kind: 'event', channels: messages.map(({ channel }) => channel), name, data };
}

function slices<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
