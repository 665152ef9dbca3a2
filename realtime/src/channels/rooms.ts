import { publishedEvent, subscriptionError } from '../sockets/core/server-message.ts';
import { textFrame } from '../sockets/text-frame.ts';
import type { WebhookEvent } from '../webhooks/core/webhook-event.ts';
import {
  type Channel,
  type ChannelEffect,
  type ChannelEvent,
  type ChannelRules,
  channelStep,
  newChannel,
} from './core/channel.ts';
import { isCache, kindOf } from './core/channel-name.ts';
import { cachedData, keep, lastOf, newEventCache } from './core/event-cache.ts';
import type { Member } from './core/member.ts';
import { fitsSubscription, type SubscribedBytes, subscriptionBytes } from './core/memory.ts';

/** Whoever can be sent to. */
export interface Listener {
  /** `frame`: a complete WebSocket frame, to be left as it is: others get the same bytes. */
  write(frame: Buffer): void;
}

interface Room {
  channel: Channel;
  /** Each with the bytes that its subscription counts for. */
  readonly listeners: Map<Listener, number>;
}

export interface RoomRules extends ChannelRules {
  /** Milliseconds that only go forward. */
  now: () => number;
  tell: (event: WebhookEvent) => void;
  maxConnections: number;
}

/** The occupied channels, each with those who listen; a channel nobody listens to takes no room. */
export class Rooms {
  readonly #rules: RoomRules;
  readonly #rooms = new Map<string, Room>();
  readonly #cache = newEventCache();
  readonly #bytes: SubscribedBytes = { all: 0, public: 0 };

  constructor(rules: RoomRules) {
    this.#rules = rules;
  }

  /** Whether the channel took the listener in. The listener gets an answer if it `asked`. */
  join(listener: Listener, name: string, member: Member | null, asked: boolean): boolean {
    const room = this.#rooms.get(name) ?? { channel: newChannel(name), listeners: new Map() };
    const bytes = subscriptionBytes(name, member);
    if (!fitsSubscription(this.#bytes, name, bytes, this.#rules.maxConnections)) {
      const error = 'The service has its maximum of subscriptions';
      const failure = { type: 'LimitReached', error, status: 4004 } as const;
      if (asked) listener.write(textFrame(subscriptionError(name, failure)));
      return false;
    }
    const at = this.#rules.now();
    const last = isCache(name) ? lastOf(this.#cache, name, at) : undefined;
    this.#step(room, listener, { kind: 'joined', member, asked, last, at });
    if (!room.listeners.has(listener)) return false;
    room.listeners.set(listener, bytes);
    this.#count(name, bytes);
    this.#rooms.set(name, room);
    return true;
  }

  /** `userId`: as whom the listener joined. */
  leave(listener: Listener, name: string, userId: string | null): void {
    const room = this.#rooms.get(name);
    const bytes = room?.listeners.get(listener);
    if (room === undefined || bytes === undefined) return;
    room.listeners.delete(listener);
    this.#count(name, -bytes);
    if (room.listeners.size === 0) this.#rooms.delete(name);
    this.#step(room, listener, { kind: 'left', userId, at: this.#rules.now() });
  }

  #count(name: string, bytes: number): void {
    this.#bytes.all += bytes;
    if (kindOf(name) === 'public') this.#bytes.public += bytes;
  }

  /** An event of the application's server; cache channels remember it. */
  publish(name: string, event: string, data: string, except: Listener | undefined): void {
    if (isCache(name)) keep(this.#cache, name, { event, data }, this.#rules.now());
    this.send(name, publishedEvent(name, event, data), except);
  }

  /** Sends a message's JSON text to all who listen to the channel. */
  send(name: string, text: string, except: Listener | undefined): void {
    const room = this.#rooms.get(name);
    if (room) sendTo(room.listeners, text, except);
  }

  /** What a cache channel remembers; null when there is nothing, or it is none. */
  cached(name: string): { data: string; ttl: number } | null {
    return cachedData(this.#cache, name, this.#rules.now());
  }

  get(name: string): Channel | undefined {
    return this.#rooms.get(name)?.channel;
  }

  *all(): Generator<Channel> {
    for (const { channel } of this.#rooms.values()) yield channel;
  }

  tick(): void {
    const at = this.#rules.now();
    for (const room of this.#rooms.values()) {
      if (room.channel.countDue) this.#step(room, undefined, { kind: 'tick', at });
    }
  }

  #step(room: Room, cause: Listener | undefined, event: ChannelEvent): void {
    const { state, effects } = channelStep(room.channel, event, this.#rules);
    room.channel = state;
    for (const effect of effects) this.#perform(room, cause, effect);
  }

  #perform(room: Room, cause: Listener | undefined, effect: ChannelEffect): void {
    switch (effect.kind) {
      case 'admit':
        if (cause) room.listeners.set(cause, 0);
        break;
      case 'refuse':
        cause?.write(textFrame(subscriptionError(room.channel.name, effect.failure)));
        break;
      case 'reply':
        cause?.write(textFrame(effect.text));
        break;
      case 'tellOthers':
        sendTo(room.listeners, effect.text, cause);
        break;
      case 'tellAll':
        sendTo(room.listeners, effect.text, undefined);
        break;
      case 'webhook':
        this.#rules.tell(effect.event);
        break;
      default:
        effect satisfies never;
    }
  }
}

/** Framing costs as much as a small write: the frame is made once for all. */
function sendTo(listeners: ReadonlyMap<Listener, number>, text: string, except: Listener | undefined): void {
  if (listeners.size === 0) return;
  const frame = textFrame(text);
  for (const listener of listeners.keys()) if (listener !== except) listener.write(frame);
}
