/** Servers of a test on this machine, which end with it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

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
