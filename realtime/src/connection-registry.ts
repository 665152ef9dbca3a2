import { randomInt } from 'node:crypto';
import { ChannelRegistry, type ChannelRegistryRules, type Subscriber } from './channels/channel-registry.ts';
import type { Channel } from './channels/core/channel.ts';
import { channelKind } from './channels/core/channel-name.ts';
import { largestOverLimit } from './channels/core/memory.ts';
import type { EventSource, Observe, Peer } from './core/observation.ts';
import type { ClientMessage } from './sockets/core/client-message.ts';
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionRules,
  connectionStep,
  newConnection,
} from './sockets/core/connection.ts';
import { FAILURES, type Failure, type SubscriptionFailure } from './sockets/core/failures.ts';
import { connectionEstablished, errorMessage, subscriptionError } from './sockets/core/server-message.ts';
import { textFrame } from './sockets/text-frame.ts';

export interface Client {
  connection: Connection;
  readonly peer: Peer;
  /** `bufferedBytes`: memory that the process holds for this socket. */
  readonly socket: Subscriber & { readonly bufferedBytes: number; close(failure: Failure): void };
}

export type ConnectionRegistryRules = ConnectionRules & ChannelRegistryRules & { observe?: Observe };

/** Ticks close connections that didn't sign in, and a tick may be late. */
const TICK_SLACK_MS = 5_000;

/** All connections of the app. Runs the core's transitions and performs their effects. */
export class ConnectionRegistry {
  readonly #rules: ConnectionRegistryRules;
  readonly #channels: ChannelRegistry;
  readonly #clients = new Map<string, Client>();
  readonly #users = new Map<string, Set<Client>>();
  /** When a user's connections were terminated; kept while an older connection may still sign in. */
  readonly #terminated = new Map<string, number>();

  constructor(rules: ConnectionRegistryRules) {
    this.#rules = rules;
    this.#channels = new ChannelRegistry(rules);
  }

  get connections(): number {
    return this.#clients.size;
  }

  open(socket: Client['socket'], peer: Peer): Client {
    const client = { connection: newConnection(this.#freeSocketId(), this.#rules.now()), peer, socket };
    const { socketId } = client.connection;
    this.#clients.set(socketId, client);
    this.#rules.observe?.({ kind: 'connected', socketId, peer });
    const seconds = Math.max(1, Math.ceil(this.#rules.activityTimeoutMs / 1_000));
    socket.write(textFrame(connectionEstablished(socketId, seconds)));
    return client;
  }

  receive(client: Client, message: ClientMessage): void {
    if (!this.#clients.has(client.connection.socketId)) return;
    this.#step(client, { kind: 'message', message, at: this.#rules.now() });
  }

  onClosed(client: Client, failure: Failure | null = null): void {
    const { socketId, channels, user } = client.connection;
    if (!this.#clients.delete(socketId)) return;
    if (user !== null) this.#signOut(user.userId, client);
    for (const [channel, userId] of channels) this.#leave(client, channel, userId);
    this.#rules.observe?.({ kind: 'disconnected', socketId, userId: user?.userId ?? null, failure });
  }

  /** Publishes an event from the application's server to all subscribers except socket `except`. */
  publish(
    channel: string,
    event: string,
    data: string,
    except: string | null,
    from: EventSource = 'api',
  ): void {
    const skipped = except === null ? undefined : this.#clients.get(except);
    this.#channels.publish(channel, event, data, skipped?.socket);
    this.#rules.observe?.({
      kind: 'event',
      channel,
      event,
      data,
      from,
      socketId: null,
      userId: null,
      recipients: this.#recipients(channel, skipped),
    });
  }

  /**
   * Closes the user's connections now and, if a sign-in is required, any other open connection as soon as it signs in as
   * that user.
   * @returns whether the user was signed in
   */
  terminate(userId: string): boolean {
    this.#terminated.delete(userId);
    if (this.#rules.signinTimeoutMs !== null) this.#terminated.set(userId, this.#rules.now());
    const clients = [...(this.#users.get(userId) ?? [])];
    for (const client of clients) this.#close(client, FAILURES.terminated);
    return clients.length > 0;
  }

  channel(name: string): Channel | undefined {
    return this.#channels.get(name);
  }

  clients(): Iterable<Client> {
    return this.#clients.values();
  }

  /** @returns whether such a client was connected */
  disconnect(socketId: string): boolean {
    const client = this.#clients.get(socketId);
    if (client) this.#close(client, FAILURES.terminated);
    return client !== undefined;
  }

  cached(name: string): { data: string; ttl: number } | null {
    return this.#channels.cached(name);
  }

  *channels(): Generator<Channel> {
    for (const channel of this.#channels.all()) if (channelKind(channel.name) !== 'user') yield channel;
  }

  /** Sends pings and delayed counts, and enforces timeouts and the memory limit. Call it well within each timeout. */
  tick(): void {
    const at = this.#rules.now();
    for (const client of this.#clients.values()) this.#step(client, { kind: 'tick', at });
    this.#channels.tick();
    this.#pruneTerminated(at);
    const loads = Array.from(this.#clients.values(), (client) => ({
      client,
      bufferedBytes: client.socket.bufferedBytes,
    }));
    for (const { client } of largestOverLimit(loads, this.#rules.maxConnections))
      this.#close(client, FAILURES.overCapacity);
  }

  closeAll(failure: Failure): void {
    for (const client of [...this.#clients.values()]) this.#close(client, failure);
  }

  /** Forgets cached events and terminated users. */
  forget(): void {
    this.#terminated.clear();
    this.#channels.forget();
  }

  #freeSocketId(): string {
    for (;;) {
      const socketId = `${randomInt(1, 1_000_000)}.${randomInt(1, 1_000_000_000)}`;
      if (!this.#clients.has(socketId)) return socketId;
    }
  }

  #step(client: Client, event: ConnectionEvent): void {
    const { state, effects } = connectionStep(client.connection, event, this.#rules);
    client.connection = state;
    for (const effect of effects) {
      // An earlier effect may have closed the connection.
      if (!this.#clients.has(state.socketId)) return;
      this.#perform(client, effect);
    }
  }

  #perform(client: Client, effect: ConnectionEffect): void {
    const { socket } = client;
    switch (effect.kind) {
      case 'send':
        socket.write(textFrame(effect.text));
        break;
      case 'fail':
        socket.write(textFrame(errorMessage(effect.failure)));
        this.#rules.observe?.({
          kind: 'failed',
          socketId: client.connection.socketId,
          failure: effect.failure,
        });
        break;
      case 'reject':
        socket.write(textFrame(subscriptionError(effect.channel, effect.failure)));
        this.#observeRejection(client, effect.channel, effect.failure);
        break;
      case 'close':
        this.#close(client, effect.failure);
        break;
      case 'join':
        this.#join(client, effect);
        break;
      case 'leave':
        this.#leave(client, effect.channel, effect.userId);
        break;
      case 'signIn':
        if (client.connection.openedAt <= (this.#terminated.get(effect.userId) ?? Number.NEGATIVE_INFINITY)) {
          this.#close(client, FAILURES.terminated);
          break;
        }
        this.#users.set(effect.userId, (this.#users.get(effect.userId) ?? new Set()).add(client));
        this.#rules.observe?.({
          kind: 'signedIn',
          socketId: client.connection.socketId,
          userId: effect.userId,
        });
        break;
      case 'forward':
        this.#channels.send(effect.channel, effect.text, socket);
        this.#rules.observe?.({
          kind: 'event',
          channel: effect.channel,
          event: effect.event,
          data: effect.data,
          from: 'client',
          socketId: client.connection.socketId,
          userId: effect.userId,
          recipients: this.#recipients(effect.channel, client),
        });
        this.#rules.enqueueWebhook({
          name: 'client_event',
          channel: effect.channel,
          event: effect.event,
          data: effect.data,
          socket_id: client.connection.socketId,
          ...(effect.userId === null ? {} : { user_id: effect.userId }),
        });
        break;
      default:
        effect satisfies never;
    }
  }

  #join(client: Client, { channel, member, wantsReply }: Extract<ConnectionEffect, { kind: 'join' }>): void {
    const failure = this.#channels.join(client.socket, channel, member, wantsReply);
    if (failure !== null) {
      this.#observeRejection(client, channel, failure);
      return;
    }
    const userId = member?.userId ?? null;
    this.#step(client, { kind: 'joined', channel, userId });
    if (channelKind(channel) === 'user') return;
    this.#rules.observe?.({ kind: 'subscribed', socketId: client.connection.socketId, channel, userId });
  }

  #leave(client: Client, channel: string, userId: string | null): void {
    this.#channels.leave(client.socket, channel, userId);
    if (channelKind(channel) === 'user') return;
    this.#rules.observe?.({ kind: 'unsubscribed', socketId: client.connection.socketId, channel, userId });
  }

  #observeRejection(client: Client, channel: string, failure: SubscriptionFailure): void {
    const { socketId } = client.connection;
    this.#rules.observe?.({ kind: 'subscriptionRejected', socketId, channel, failure });
  }

  #recipients(channel: string, except: Client | undefined): number {
    const subscribers = this.#channels.get(channel)?.subscribers ?? 0;
    return except?.connection.channels.has(channel) ? subscribers - 1 : subscribers;
  }

  /** The map is ordered by time. */
  #pruneTerminated(at: number): void {
    const { signinTimeoutMs } = this.#rules;
    for (const [userId, since] of this.#terminated) {
      // By now, older connections have signed in or are closed.
      if (signinTimeoutMs !== null && at - since <= signinTimeoutMs + TICK_SLACK_MS) return;
      this.#terminated.delete(userId);
    }
  }

  #close(client: Client, failure: Failure): void {
    client.socket.close(failure);
    this.onClosed(client, failure);
  }

  #signOut(userId: string, client: Client): void {
    const clients = this.#users.get(userId);
    clients?.delete(client);
    if (clients?.size === 0) this.#users.delete(userId);
  }
}
