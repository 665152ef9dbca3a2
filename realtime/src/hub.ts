import { randomInt } from 'node:crypto';
import type { Channel } from './channels/core/channel.ts';
import { kindOf } from './channels/core/channel-name.ts';
import { tooHeavy } from './channels/core/memory.ts';
import { type Listener, type RoomRules, Rooms } from './channels/rooms.ts';
import type { ClientMessage } from './sockets/core/client-message.ts';
import {
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionRules,
  connectionStep,
  newConnection,
} from './sockets/core/connection.ts';
import { FAILURES, type Failure } from './sockets/core/failures.ts';
import { connectionEstablished } from './sockets/core/server-message.ts';
import { textFrame } from './sockets/text-frame.ts';

/** One client: its state, and the socket that it is reached by. */
export interface Link {
  connection: Connection;
  /** `heldBytes`: what the process holds for the client's socket. */
  readonly socket: Listener & { readonly heldBytes: number; close(failure: Failure): void };
}

export type HubRules = ConnectionRules & RoomRules;

/** Of the ticks that close who has not signed in. */
const FORGET_MS = 5_000;

/** All connections of the app; runs the steps of the core and performs their effects. */
export class Hub {
  readonly #rules: HubRules;
  readonly #rooms: Rooms;
  readonly #links = new Map<string, Link>();
  readonly #users = new Map<string, Set<Link>>();
  /** When a user's connections were terminated, as long as one that was open then may still sign in. */
  readonly #terminated = new Map<string, number>();

  constructor(rules: HubRules) {
    this.#rules = rules;
    this.#rooms = new Rooms(rules);
  }

  get connections(): number {
    return this.#links.size;
  }

  /** Takes a client in and greets it. */
  open(socket: Link['socket']): Link {
    const link = { connection: newConnection(this.#freeSocketId(), this.#rules.now()), socket };
    const { socketId } = link.connection;
    this.#links.set(socketId, link);
    const seconds = Math.max(1, Math.ceil(this.#rules.activityTimeoutMs / 1_000));
    socket.write(textFrame(connectionEstablished(socketId, seconds)));
    return link;
  }

  receive(link: Link, message: ClientMessage): void {
    if (!this.#links.has(link.connection.socketId)) return;
    this.#step(link, { kind: 'message', message, at: this.#rules.now() });
  }

  /** The client is gone, or is being sent away; being told twice changes nothing. */
  closed(link: Link): void {
    const { socketId, channels, user } = link.connection;
    if (!this.#links.delete(socketId)) return;
    if (user !== null) this.#signOut(user.userId, link);
    for (const [channel, userId] of channels) this.#rooms.leave(link.socket, channel, userId);
  }

  /** Sends an event of the application's server to a channel, past the connection named by `except`. */
  publish(channel: string, event: string, data: string, except: string | null): void {
    const skipped = except === null ? undefined : this.#links.get(except)?.socket;
    this.#rooms.publish(channel, event, data, skipped);
  }

  /** Closes all connections that are signed in as the user, and those that are open and sign in as the user later. */
  terminate(userId: string): void {
    this.#terminated.delete(userId);
    if (this.#rules.signinTimeoutMs !== null) this.#terminated.set(userId, this.#rules.now());
    for (const link of [...(this.#users.get(userId) ?? [])]) this.#close(link, FAILURES.terminated);
  }

  /** The channel while someone listens to it. */
  channel(name: string): Channel | undefined {
    return this.#rooms.get(name);
  }

  /** What a cache channel remembers of its last event. */
  cached(name: string): { data: string; ttl: number } | null {
    return this.#rooms.cached(name);
  }

  /** The occupied channels but those of single users. */
  *channels(): Generator<Channel> {
    for (const channel of this.#rooms.all()) if (kindOf(channel.name) !== 'user') yield channel;
  }

  /** Heartbeats, delayed counts, and the bound of what sockets hold; to be called often in comparison with the timeouts. */
  tick(): void {
    const at = this.#rules.now();
    for (const link of this.#links.values()) this.#step(link, { kind: 'tick', at });
    this.#rooms.tick();
    this.#forgetTerminated(at);
    const loads = Array.from(this.#links.values(), (link) => ({ link, heldBytes: link.socket.heldBytes }));
    for (const { link } of tooHeavy(loads, this.#rules.maxConnections))
      this.#close(link, FAILURES.overCapacity);
  }

  closeAll(failure: Failure): void {
    for (const link of [...this.#links.values()]) this.#close(link, failure);
  }

  #freeSocketId(): string {
    for (;;) {
      const socketId = `${randomInt(1, 1_000_000)}.${randomInt(1, 1_000_000_000)}`;
      if (!this.#links.has(socketId)) return socketId;
    }
  }

  #step(link: Link, event: ConnectionEvent): void {
    const { state, effects } = connectionStep(link.connection, event, this.#rules);
    link.connection = state;
    for (const effect of effects) {
      // Whom an effect has sent away gets nothing of the others.
      if (!this.#links.has(state.socketId)) return;
      this.#perform(link, effect);
    }
  }

  #perform(link: Link, effect: ConnectionEffect): void {
    const { socket } = link;
    switch (effect.kind) {
      case 'send':
        socket.write(textFrame(effect.text));
        break;
      case 'close':
        this.#close(link, effect.failure);
        break;
      case 'join':
        if (this.#rooms.join(socket, effect.channel, effect.member, effect.asked)) {
          const userId = effect.member?.userId ?? null;
          this.#step(link, { kind: 'joined', channel: effect.channel, userId });
        }
        break;
      case 'leave':
        this.#rooms.leave(socket, effect.channel, effect.userId);
        break;
      case 'signIn':
        if (link.connection.openedAt <= (this.#terminated.get(effect.userId) ?? Number.NEGATIVE_INFINITY)) {
          this.#close(link, FAILURES.terminated);
          break;
        }
        this.#users.set(effect.userId, (this.#users.get(effect.userId) ?? new Set()).add(link));
        break;
      case 'forward':
        this.#rooms.send(effect.channel, effect.text, socket);
        this.#rules.tell({
          name: 'client_event',
          channel: effect.channel,
          event: effect.event,
          data: effect.data,
          socket_id: link.connection.socketId,
          ...(effect.userId === null ? {} : { user_id: effect.userId }),
        });
        break;
      default:
        effect satisfies never;
    }
  }

  /** In the order in which they were terminated. */
  #forgetTerminated(at: number): void {
    const { signinTimeoutMs } = this.#rules;
    for (const [userId, since] of this.#terminated) {
      // A connection that was open is closed by then.
      if (signinTimeoutMs !== null && at - since <= signinTimeoutMs + FORGET_MS) return;
      this.#terminated.delete(userId);
    }
  }

  #close(link: Link, failure: Failure): void {
    link.socket.close(failure);
    this.closed(link);
  }

  #signOut(userId: string, link: Link): void {
    const links = this.#users.get(userId);
    links?.delete(link);
    if (links?.size === 0) this.#users.delete(userId);
  }
}
