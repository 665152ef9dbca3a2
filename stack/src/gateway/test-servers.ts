import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createGateway, type GatewayOptions, type Upstream } from './gateway.ts';

export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

export const upstreamAt = (name: string, port: number | undefined): Upstream => ({
  name,
  port,
  ready: async () => undefined,
});

export const startGateway = (
  options: Partial<GatewayOptions> & Pick<GatewayOptions, 'server'>,
  host?: string,
) => listen(createGateway({ handset: false, isOwnOrigin: () => true, ...options }), host);

/** A WebSocket echo service. @returns its port */
export function startEchoServer(): Promise<number> {
  const server = createServer();
  new WebSocketServer({ server }).on('connection', (socket) =>
    socket.on('message', (text) => socket.send(String(text))),
  );
  return listen(server);
}
