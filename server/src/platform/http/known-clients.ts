// Under load the gateway reserves capacity for clients with a valid session, key or signature. It removes the header.
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const KNOWN_CLIENT = 'x-offhook-known-client';

const known = new WeakSet<FastifyRequest>();

export function markKnownClient(request: FastifyRequest): void {
  known.add(request);
}

export function sendKnownClientHeader(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    if (known.has(request)) reply.header(KNOWN_CLIENT, '1');
  });
}
