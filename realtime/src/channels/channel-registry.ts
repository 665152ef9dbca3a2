import type { SubscriptionFailure } from '../sockets/core/failures.ts';
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
import { channelKind, isCacheChannel } from './core/channel-name.ts';
import { cachedData, lastEvent, newEventCache, rememberEvent } from './core/event-cache.ts';
import type { Member } from './core/member.ts';
import { type SubscribedBytes, subscriptionBytes, subscriptionFits } from './core/memory.ts';

export interface Subscriber {
  /** `frame`: a complete WebSocket frame. It's shared with other subscribers: don't modify it. */
  write(frame: Buffer): void;
}

interface OccupiedChannel {
  channel: Channel;
  readonly subscribers: Map<Subscriber, number>;
}

export interface ChannelRegistryRules extends ChannelRules {
  now: () => number;
  enqueueWebhook: (event: WebhookEvent) => void;
  maxConnections: number;
}

export class ChannelRegistry {
  readonly #rules: ChannelRegistryRules;
  readonly #occupied = new Map<string, OccupiedChannel>();
  #cache = newEventCache();
  readonly #bytes: SubscribedBytes = { all: 0, public: 0 };

  constructor(rules: ChannelRegistryRules) {
    this.#rules = rules;
  }

  /** @returns null, or why the subscriber didn't join */
  join(
    subscriber: Subscriber,
    name: string,
    member: Member | null,
    wantsReply: boolean,
  ): SubscriptionFailure | null {
    const occupied = this.#occupied.get(name) ?? { channel: newChannel(name), subscribers: new Map() };
    const bytes = subscriptionBytes(name, member);
    if (!subscriptionFits(this.#bytes, name, bytes, this.#rules.maxConnections)) {
      const error = 'The service has reached its maximum number of subscriptions';
      const failure = { type: 'LimitReached', error, status: 4004 } as const;
      if (wantsReply) subscriber.write(textFrame(subscriptionError(name, failure)));
      return failure;
    }
    const at = this.#rules.now();
    const last = isCacheChannel(name) ? lastEvent(this.#cache, name, at) : undefined;
    const effects = this.#step(occupied, subscriber, { kind: 'joined', member, wantsReply, last, at });
    const rejection = effects.find((effect) => effect.kind === 'reject');
    if (rejection) return rejection.failure;
    occupied.subscribers.set(subscriber, bytes);
    this.#adjustBytes(name, bytes);
    this.#occupied.set(name, occupied);
    return null;
  }

  leave(subscriber: Subscriber, name: string, userId: string | null): void {
    const occupied = this.#occupied.get(name);
    const bytes = occupied?.subscribers.get(subscriber);
    if (occupied === undefined || bytes === undefined) return;
    occupied.subscribers.delete(subscriber);
    this.#adjustBytes(name, -bytes);
    if (occupied.subscribers.size === 0) this.#occupied.delete(name);
    this.#step(occupied, subscriber, { kind: 'left', userId, at: this.#rules.now() });
  }

  #adjustBytes(name: string, bytes: number): void {
    this.#bytes.all += bytes;
    if (channelKind(name) === 'public') this.#bytes.public += bytes;
  }

  publish(name: string, event: string, data: string, except: Subscriber | undefined): void {
    if (isCacheChannel(name)) rememberEvent(this.#cache, name, { event, data }, this.#rules.now());
    this.send(name, publishedEvent(name, event, data), except);
  }

  send(name: string, text: string, except: Subscriber | undefined): void {
    const occupied = this.#occupied.get(name);
    if (occupied) sendToSubscribers(occupied.subscribers, text, except);
  }

  cached(name: string): { data: string; ttl: number } | null {
    return cachedData(this.#cache, name, this.#rules.now());
  }

  get(name: string): Channel | undefined {
    return this.#occupied.get(name)?.channel;
  }

  *all(): Generator<Channel> {
    for (const { channel } of this.#occupied.values()) yield channel;
  }

  /** Forgets the cached events. */
  forget(): void {
    this.#cache = newEventCache();
  }

  tick(): void {
    const at = this.#rules.now();
    for (const occupied of this.#occupied.values()) {
      if (occupied.channel.countDue) this.#step(occupied, undefined, { kind: 'tick', at });
    }
  }

  #step(
    occupied: OccupiedChannel,
    cause: Subscriber | undefined,
    event: ChannelEvent,
  ): readonly ChannelEffect[] {
    const { state, effects } = channelStep(occupied.channel, event, this.#rules);
    occupied.channel = state;
    for (const effect of effects) this.#perform(occupied, cause, effect);
    return effects;
  }

  #perform(occupied: OccupiedChannel, cause: Subscriber | undefined, effect: ChannelEffect): void {
    switch (effect.kind) {
      case 'admit':
        if (cause) occupied.subscribers.set(cause, 0);
        break;
      case 'reject':
        cause?.write(textFrame(subscriptionError(occupied.channel.name, effect.failure)));
        break;
      case 'reply':
        cause?.write(textFrame(effect.text));
        break;
      case 'sendToOthers':
        sendToSubscribers(occupied.subscribers, effect.text, cause);
        break;
      case 'sendToAll':
        sendToSubscribers(occupied.subscribers, effect.text, undefined);
        break;
      case 'webhook':
        this.#rules.enqueueWebhook(effect.event);
        break;
      default:
        effect satisfies never;
    }
  }
}

/** Framing costs as much as a small write, so all subscribers share one frame. */
function sendToSubscribers(
  subscribers: ReadonlyMap<Subscriber, number>,
  text: string,
  except: Subscriber | undefined,
): void {
  if (subscribers.size === 0) return;
  const frame = textFrame(text);
  for (const subscriber of subscribers.keys()) if (subscriber !== except) subscriber.write(frame);
}
