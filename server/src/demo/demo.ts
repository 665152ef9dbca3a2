import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../platform/http/api-error.ts';
import { createForeignPageCheck, type Headers } from '../platform/http/foreign-pages.ts';
import { type DemoNetwork, unwrapOutcome } from './simulated-network.ts';

const number = z.string().check(z.trim(), z.regex(/^\+[0-9]{2,17}$/));
const DemoCall = z.object({ from: number, to: number });
const DemoTones = z.object({ tones: z.optional(z.string().check(z.regex(/^\d{1,4}(,\d{1,4}){0,9}$/))) });
const DemoCallParams = z.object({ sid: z.string().check(z.regex(/^CA[0-9a-f]{32}$/)) });

/** @param publicUrl requests are accepted only for its host and for localhost */
export function demoRoutes(server: FastifyInstance, network: DemoNetwork, publicUrl: string): void {
  const isForeign = createForeignPageCheck(publicUrl);
  const rejectForeignPages = ({ headers }: { readonly headers: Headers }) => {
    if (isForeign(headers)) throw new ApiError('foreignOrigin');
  };
  server.post('/demo/calls', async (request) => {
    rejectForeignPages(request);
    const call = z.safeParse(DemoCall, request.body);
    if (!call.success) throw new ApiError('invalidPhoneNumber');
    return unwrapOutcome(network.call(call.data.from, call.data.to));
  });
  server.post('/demo/calls/:sid/hangup', async (request) => {
    rejectForeignPages(request);
    const call = z.safeParse(DemoCallParams, request.params);
    if (!call.success) throw new ApiError('notFound');
    return unwrapOutcome(network.hangUp(call.data.sid));
  });
  server.get('/demo/lines', async (request) => {
    rejectForeignPages(request);
    const query = z.safeParse(DemoTones, request.query);
    if (!query.success) throw new ApiError('badInput');
    return unwrapOutcome(network.lines(query.data.tones));
  });
  server.get('/demo/messages', async (request) => {
    rejectForeignPages(request);
    return unwrapOutcome(network.messages());
  });
}
