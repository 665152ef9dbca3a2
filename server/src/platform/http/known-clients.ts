/**
 * Tells the gateway in front whose request had a valid session, key or signature, so that it keeps places for them when
 * strangers flood it. The gateway takes the header off.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const KNOWN_CLIENT = 'x-offhook-known-client';

const known = new WeakSet<FastifyRequest>();

/** Its session, key or signature is valid. */
export function noteKnownClient(request: FastifyRequest): void {
  known.add(request);
}

export function tellKnownClients(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    if (known.has(request)) reply.header(KNOWN_CLIENT, '1');
  });
}
