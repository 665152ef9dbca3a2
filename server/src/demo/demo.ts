/** Demo only: who is in which call, the texts that were sent, and a pretend caller. Registered in no other case. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../platform/http/api-error.ts';
import { createForeignPageCheck, type Headers } from '../platform/http/foreign-pages.ts';
import { answerOf, type DemoNetwork } from './demo-network.ts';

const number = z.string().check(z.trim(), z.regex(/^\+[0-9]{2,17}$/));
const DemoCall = z.object({ from: number, to: number });
const DemoCallParams = z.object({ sid: z.string().check(z.regex(/^CA[0-9a-f]{32}$/)) });

/** @param publicUrl its host, and those of this machine, are the only ones that may be asked for */
export function demoRoutes(server: FastifyInstance, network: DemoNetwork, publicUrl: string): void {
  const isForeign = createForeignPageCheck(publicUrl);
  const refuseForeignPages = ({ headers }: { readonly headers: Headers }) => {
    if (isForeign(headers)) throw new ApiError('foreignOrigin');
  };
  server.post('/demo/calls', async (request) => {
    refuseForeignPages(request);
    const wish = z.safeParse(DemoCall, request.body);
    if (!wish.success) throw new ApiError('invalidPhoneNumber');
    return answerOf(network.call(wish.data.from, wish.data.to));
  });
  server.post('/demo/calls/:sid/hangup', async (request) => {
    refuseForeignPages(request);
    const call = z.safeParse(DemoCallParams, request.params);
    if (!call.success) throw new ApiError('notFound');
    return answerOf(network.hangUp(call.data.sid));
  });
  server.get('/demo/lines', async (request) => {
    refuseForeignPages(request);
    return answerOf(network.lines());
  });
  server.get('/demo/messages', async (request) => {
    refuseForeignPages(request);
    return answerOf(network.messages());
  });
}
