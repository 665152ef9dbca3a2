import type { FastifyInstance } from 'fastify';
import { isPhoneNumber } from '../core/address.ts';
import type { Message } from '../store/schemas.ts';
import { ApiError } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';
import type { RestParts } from './parts.ts';

const longestText = 1_600;

/** Texts are stored and listed; the pretend network delivers each at once. */
export function messageRoutes(api: FastifyInstance, parts: RestParts): void {
  const { store, resources, exchange, directory } = parts;

  api.post('/Messages.json', async (request, reply) => {
    const form = new Form(request.body);
    const to = form.text('To') ?? '';
    const from = form.text('From') ?? '';
    const body = form.text('Body') ?? '';
    if (to === '') throw new ApiError(21604);
    if (from === '') throw new ApiError(21603);
    if (!isPhoneNumber(to)) throw new ApiError(21211);
    if (!isPhoneNumber(from) || !directory.mayCallFrom(from)) throw new ApiError(21212);
    if (body === '' || body.length > longestText) throw new ApiError(21602);
    const message: Message = {
      sid: exchange.newSid('SM'),
      direction: 'outbound-api',
      from,
      to,
      body,
      createdAt: Date.now(),
    };
    store.messages.put(message);
    return reply.code(201).send({ ...resources.message(message), status: 'queued', date_sent: null });
  });

  api.get('/Messages.json', async (request) => {
    const query = new Form(request.query);
    const [to, from] = [query.text('To'), query.text('From')];
    const list = store.messages
      .list()
      .filter((one) => (!to || one.to === to) && (!from || one.from === from));
    return page(`${resources.root}/Messages.json`, request.query, 'messages', list, (one) =>
      resources.message(one),
    );
  });

  api.get('/Messages/:message.json', async (request) => {
    const message = store.messages.get(param(request.params, 'message'));
    if (!message) throw new ApiError(20404);
    return resources.message(message);
  });
}
