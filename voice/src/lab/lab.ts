import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Credentials, isAuthorized } from '../rest/api.ts';
import { controlSchema, performControl } from './controls.ts';
import type { LabDeps } from './deps.ts';
import { type Line, readLines } from './lines.ts';
import { applyImpairment, impairmentSchema } from './network-impairment.ts';

const phone = z.string().regex(/^\+[1-9]\d{6,14}$/);
const newTextSchema = z.object({ from: phone, to: phone, body: z.string().min(1).max(1_600) });
const linesSchema = z.object({
  tones: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean).map(Number))
    .pipe(z.array(z.number().min(1).max(4_000)).max(50)),
});
const callerSchema = z.object({
  number: phone,
  name: z.string().min(1).max(128).nullish(),
  stir_verstat: z
    .string()
    .regex(
      /^(No-TN-Validation|TN-Validation-(Passed|Failed)(-[ABC])?)$/,
      'for instance TN-Validation-Passed-A, TN-Validation-Failed or No-TN-Validation',
    )
    .nullish(),
});
const newCallSchema = z.object({ from: z.string().max(32), to: z.string().max(32) });

export async function labApi(app: FastifyInstance, deps: LabDeps, credentials: Credentials): Promise<void> {
  const { exchange, store } = deps;
  await app.register(
    async (lab) => {
      lab.addHook('onRequest', async (request, reply) => {
        if (!isAuthorized(request.headers.authorization, credentials))
          return reply
            .code(401)
            .header('www-authenticate', 'Basic')
            .send({ error: 'Basic auth is required' });
      });

      lab.get('/lines', async (request, reply) => {
        const query = linesSchema.safeParse(request.query);
        if (!query.success)
          return reply.code(400).send({ error: 'tones must be comma-separated frequencies' });
        return { lines: (await readLines(deps, query.data.tones)).map(toJson) };
      });

      lab.post('/calls', async (request, reply) => {
        const body = newCallSchema.safeParse(request.body);
        if (!body.success) return reply.code(400).send({ error: 'from and to must be phone numbers' });
        const call = deps.carrier.placeInboundCall(body.data.from, body.data.to);
        if ('error' in call) return reply.code(400).send({ error: call.error });
        return reply.code(201).send({ call_sid: call.sid });
      });

      lab.post('/calls/:sid/hangup', async (request, reply) => {
        const { sid } = z.object({ sid: z.string() }).parse(request.params);
        if (!exchange.find(sid)) return reply.code(404).send({ error: 'no such call' });
        exchange.hangUp(sid);
        return { call_sid: sid };
      });

      lab.get('/callers', async () => ({
        callers: store.callers
          .list()
          .map(({ sid, name, stirVerstat }) => ({ number: sid, name, stir_verstat: stirVerstat })),
      }));

      lab.post('/callers', async (request, reply) => {
        const body = callerSchema.safeParse(request.body);
        if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) });
        const { number, name = null, stir_verstat: stirVerstat = null } = body.data;
        if (name === null && stirVerstat === null) store.callers.remove(number);
        else store.callers.put({ sid: number, name, stirVerstat });
        return { number, name, stir_verstat: stirVerstat };
      });

      lab.get('/messages', async () => ({
        messages: store.messages.list().map(({ sid, direction, from, to, body, status, createdAt }) => {
          return { sid, direction, from, to, body, status, at: new Date(createdAt).toISOString() };
        }),
      }));

      lab.post('/messages', async (request, reply) => {
        const text = newTextSchema.safeParse(request.body);
        if (!text.success) return reply.code(400).send({ error: z.prettifyError(text.error) });
        const message = deps.texts.receive(text.data.from, text.data.to, text.data.body);
        if ('error' in message) return reply.code(400).send({ error: message.error });
        return reply.code(201).send({ message_sid: message.sid });
      });

      // The path keeps its first name, because scripts use it.
      lab.post('/weather', async (request, reply) => {
        const impairment = impairmentSchema.safeParse(request.body);
        if (!impairment.success) return reply.code(400).send({ error: z.prettifyError(impairment.error) });
        return { affected: await applyImpairment(deps, impairment.data) };
      });

      lab.post('/controls', async (request, reply) => {
        const control = controlSchema.safeParse(request.body);
        if (!control.success) return reply.code(400).send({ error: z.prettifyError(control.error) });
        const result = await performControl(deps, control.data);
        return 'error' in result ? reply.code(409).send(result) : result;
      });
    },
    { prefix: '/lab' },
  );
}

/** The lab's JSON has snake_case names. */
function toJson({ callSid, levelIn, levelOut, packetsIn, packetsOut, network, ...line }: Line): unknown {
  return {
    ...line,
    call_sid: callSid,
    level_in: levelIn,
    level_out: levelOut,
    packets_in: packetsIn,
    packets_out: packetsOut,
    network: network && {
      loss_in: network.lossIn,
      loss_out: network.lossOut,
      jitter_in_ms: network.jitterInMs,
      jitter_out_ms: network.jitterOutMs,
      round_trip_ms: network.roundTripMs,
    },
  };
}
