import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';

/** `send` never throws or queues: a datagram that can't be sent immediately is lost. */
export interface MediaSocket {
  readonly port: number;
  send(data: Uint8Array, port: number, address: string): void;
  close(): void;
}

export interface PortRange {
  readonly min: number;
  readonly max: number;
}

export interface SocketOptions {
  readonly family: 'udp4' | 'udp6';
  readonly bind: string;
  readonly ports: PortRange | null;
  readonly onDatagram: (data: Buffer, port: number, address: string) => void;
  readonly onError: (error: Error) => void;
}

let cursor = 0;

export async function openSocket(options: SocketOptions): Promise<MediaSocket> {
  const { ports } = options;
  if (ports === null) return wrapSocket(await bind(options, 0), options);
  const count = ports.max - ports.min + 1;
  for (let i = 0; i < count; i += 1) {
    const port = ports.min + (cursor % count);
    cursor += 1;
    try {
      return wrapSocket(await bind(options, port), options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`every media port from ${ports.min} to ${ports.max} is in use`);
}

function bind({ family, bind: address }: SocketOptions, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    // Addresses are always numeric. Skipping the resolver saves one event loop turn per packet.
    const lookup: NonNullable<Parameters<typeof createSocket>[0] & object>['lookup'] = (
      host,
      _options,
      done,
    ) => done(null, host, family === 'udp4' ? 4 : 6);
    const socket = createSocket({ type: family, lookup, ipv6Only: family === 'udp6' });
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind(port, address, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

function wrapSocket(socket: Socket, options: SocketOptions): MediaSocket {
  let open = true;
  socket.on('error', options.onError);
  socket.on('message', (data, from) => {
    try {
      if (open) options.onDatagram(data, from.port, from.address);
    } catch (error) {
      options.onError(error instanceof Error ? error : new Error(String(error)));
    }
  });
  return {
    port: socket.address().port,
    send(data, port, address) {
      if (!open) return;
      try {
        socket.send(data, port, address);
      } catch (error) {
        options.onError(error instanceof Error ? error : new Error(String(error)));
      }
    },
    close() {
      if (!open) return;
      open = false;
      socket.close();
    },
  };
}

/** Excludes link-local addresses; 127.0.0.1 comes last. */
export function hostAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = all.filter(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address));
  return [...outside.map(({ address }) => address), '127.0.0.1'];
}
