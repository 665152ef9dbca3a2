import type { FastifyInstance } from 'fastify';
import { isPhoneNumber, parseAddress } from '../calls/core/address.ts';
import { isSettled, MAX_TEXT_LENGTH, type Message } from '../texts/core/message.ts';
import { dateFilter } from './date-filter.ts';
import type { RestDeps } from './deps.ts';
import { ApiError, orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

export function messageRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { store, resources, texts } = deps;
  const find = (params: unknown): Message => orNotFound(store.messages.get(param(params, 'message')));

  api.post('/Messages.json', async (request, reply) => {
    const message = texts.send(readRequest(deps, new Form(request.body)), 'outbound-api');
    return reply.code(201).send(resources.message(message));
  });

  api.get('/Messages.json', async (request) => {
    const query = new Form(request.query);
    const [to, from] = [query.text('To'), query.text('From')];
    const sent = dateFilter(query, 'DateSent');
    const list = store.messages
      .list()
      .filter((one) => (!to || one.to === to) && (!from || one.from === from) && sent(one.sentAt));
    return page(`${resources.root}/Messages.json`, request.query, 'messages', list, (one) =>
      resources.message(one),
    );
  });

  api.get('/Messages/:message.json', async (request) => resources.message(find(request.params)));

  /** Redaction: the body of a text can be cleared once its status is final. */
  api.post('/Messages/:message.json', async (request) => {
    const message = find(request.params);
    const form = new Form(request.body);
    if (form.has('Status')) throw new ApiError(20001, 'only a scheduled text can be canceled');
    if (form.text('Body') !== '') throw new ApiError(20001, 'Body must be empty');
    if (!isSettled(message)) throw new ApiError(20009);
    store.messages.put({ ...message, body: '', updatedAt: Date.now() });
    return resources.message(find(request.params));
  });

  api.delete('/Messages/:message.json', async (request, reply) => {
    const message = find(request.params);
    if (!isSettled(message)) throw new ApiError(20009);
    store.messages.remove(message.sid);
    return reply.code(204).send();
  });

  /** Media isn't supported, so the list is always empty. */
  api.get('/Messages/:message/Media.json', async (request) => {
    const { sid } = find(request.params);
    return page(`${resources.root}/Messages/${sid}/Media.json`, request.query, 'media_list', []);
  });
}

function readRequest(deps: RestDeps, form: Form) {
  const { directory, texts } = deps;
  const to = form.text('To') ?? '';
  const from = form.text('From') ?? '';
  const body = form.text('Body') ?? '';
  if (to === '') throw new ApiError(21604);
  if (form.has('MessagingServiceSid')) throw new ApiError(21705);
  if (from === '') throw new ApiError(21603);
  const callee = parseAddress(to);
  if (callee?.kind !== 'phone') throw new ApiError(21211);
  if (!isPhoneNumber(from)) throw new ApiError(21212);
  if (!directory.mayCallFrom(from)) throw new ApiError(21606);
  if (callee.number === from) throw new ApiError(21266);
  if (form.has('MediaUrl')) throw new ApiError(20001, 'MediaUrl is not supported');
  if (form.has('ScheduleType') || form.has('SendAt'))
    throw new ApiError(20001, 'scheduling is not supported');
  if (body === '') throw new ApiError(21602);
  if (body.length > MAX_TEXT_LENGTH) throw new ApiError(21617);
  const callback = form.callback('StatusCallback', []);
  if (texts.isOptedOut(from, callee.number)) throw new ApiError(21610);
  return { from, to: callee.number, body, callback };
}
