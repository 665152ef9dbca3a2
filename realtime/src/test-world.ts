/** A running service and the official clients for conformance tests. Everything stops when the test ends. */
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from 'node:net';
import pino from 'pino';
import Pusher from 'pusher';
import PusherClient, { type Options } from 'pusher-js';
import { test as base, expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Settings } from './config.ts';
import { type Service, startService } from './service.ts';

export const APP = { appId: '77', key: 'demo-key', secret: 'demo-secret' };

export const SETTINGS: Settings = {
  port: 0,
  host: '127.0.0.1',
  ...APP,
  clientEventsEnabled: true,
  subscriptionCountEnabled: true,
  webhookUrl: null,
  maxConnections: 100,
  activityTimeoutMs: 120_000,
  pongTimeoutMs: 30_000,
  signinTimeoutMs: null,
  page: false,
};

export interface World {
  service: Service;
  port: number;
  app: Pusher;
}

export async function startWorld(overrides: Partial<Settings> = {}): Promise<World> {
  const service = await startService({ ...SETTINGS, ...overrides }, pino({ enabled: false }));
  onTestFinished(() => service.close());
  return { service, port: service.port, app: appServer(service.port) };
}

export const test = base.extend('world', () => startWorld());

export function appServer(port: number, overrides: Partial<typeof APP> = {}): Pusher {
  const encryptionMasterKeyBase64 = Buffer.alloc(32, 7).toString('base64');
  const options = { ...APP, host: '127.0.0.1', port: String(port), useTLS: false, encryptionMasterKeyBase64 };
  return new Pusher({ ...options, ...overrides });
}

export interface TestUser {
  id: string;
  name?: string;
}

/** A pusher-js client that is authorized for every channel as `person`. */
export function client(
  world: Pick<World, 'port' | 'app'>,
  person: TestUser | null = null,
  options: Partial<Options> = {},
): PusherClient {
  const pusher = new PusherClient(APP.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: world.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => {
        const as = person && { user_id: person.id, user_info: { name: person.name ?? '' } };
        const presence = channelName.startsWith('presence-') && as ? as : undefined;
        callback(null, world.app.authorizeChannel(socketId, channelName, presence));
      },
    },
    userAuthentication: {
      customHandler: ({ socketId }, callback) =>
        callback(
          null,
          world.app.authenticateUser(socketId, { id: person?.id ?? '', user_info: { name: 'n' } }),
        ),
    },
    ...options,
  });
  onTestFinished(() => pusher.disconnect());
  return pusher;
}

interface Bindable {
  bind(event: string, callback: (data: unknown) => void): unknown;
  unbind(event: string, callback: (data: unknown) => void): unknown;
}

export function nextEvent(source: Bindable, event: string): Promise<unknown> {
  return new Promise((resolve) => {
    const received = (data: unknown) => {
      source.unbind(event, received);
      resolve(data);
    };
    source.bind(event, received);
  });
}

export function recordEvents(source: Bindable, event: string): unknown[] {
  const received: unknown[] = [];
  source.bind(event, (data) => received.push(data));
  return received;
}

export async function waitUntilConnected(pusher: PusherClient): Promise<string> {
  if (pusher.connection.state !== 'connected') await nextEvent(pusher.connection, 'connected');
  return pusher.connection.socket_id;
}

export async function signIn(pusher: PusherClient): Promise<void> {
  pusher.signin();
  await nextEvent(pusher, 'pusher:signin_success');
}

export async function subscribe(pusher: PusherClient, name: string) {
  const channel = pusher.subscribe(name);
  if (!channel.subscribed) await nextEvent(channel, 'pusher:subscription_succeeded');
  return channel;
}

export function eventually<T>(read: () => T) {
  return expect.poll(read);
}

/** A plain WebSocket for messages that the official client wouldn't send. */
export class RawClient {
  readonly ws: WebSocket;
  readonly #waiting: ((message: unknown) => void)[] = [];
  readonly #messages: unknown[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(port: number, target: string = `/app/${APP.key}?protocol=7`) {
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${target}`);
    this.ws.on('error', () => {});
    this.ws.on('message', (data) => {
      const message: unknown = JSON.parse(data.toString());
      const waiting = this.#waiting.shift();
      if (waiting) waiting(message);
      else this.#messages.push(message);
    });
    this.closed = new Promise((resolve) => {
      this.ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    onTestFinished(() => this.ws.terminate());
  }

  static async connect(port: number): Promise<RawClient> {
    const raw = new RawClient(port);
    await raw.readGreeting();
    return raw;
  }

  next(): Promise<unknown> {
    if (this.#messages.length > 0) return Promise.resolve(this.#messages.shift());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async readGreeting(): Promise<string> {
    const message = await this.next();
    const { data } = message as { data: string };
    return (JSON.parse(data) as { socket_id: string }).socket_id;
  }

  send(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }
}

/** Returns the port; the server stops listening when the test ends. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A TCP proxy whose target port can change. It holds connections while it has no target. */
export async function startProxy() {
  let target: number | null = null;
  let held: Socket[] = [];
  const connect = (socket: Socket, port: number) => {
    const upstream = createConnection(port, '127.0.0.1');
    for (const end of [socket, upstream]) end.on('error', () => upstream.destroy());
    socket.pipe(upstream).pipe(socket);
  };
  const server = createServer((socket) => {
    if (target === null) held.push(socket);
    else connect(socket, target);
  });
  return {
    port: await listen(server),
    hold() {
      target = null;
    },
    forwardTo(port: number) {
      target = port;
      for (const socket of held) connect(socket, port);
      held = [];
    },
  };
}
