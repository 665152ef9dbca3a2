/** Servers of a test on this machine, which end with it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Part } from './gateway.ts';

/** @returns the port */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** What a gateway is told of a service that listens there. */
export const partAt = (name: string, port: number | undefined): Part => ({
  name,
  port,
  ready: async () => undefined,
});

/** A service that sends back what it receives by WebSocket. */
export function echo(): Promise<number> {
  const server = createServer();
  new WebSocketServer({ server }).on('connection', (socket) =>
    socket.on('message', (text) => socket.send(String(text))),
  );
  return listen(server);
}
