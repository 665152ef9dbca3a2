import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that is free now, for programs that must be given one. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
