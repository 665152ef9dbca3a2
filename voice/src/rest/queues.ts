import type { FastifyInstance } from 'fastify';
import type { Queue } from '../store/schemas.ts';
import { averageWaitSeconds, DEFAULT_QUEUE_SIZE, type QueueMember } from '../twiml/queues.ts';
import { rfc2822 } from '../webhooks/dates.ts';
import type { RestDeps } from './deps.ts';
import { ApiError, orNotFound } from './errors.ts';
import { Form } from './form.ts';
import { page, param } from './page.ts';

const MAX_QUEUE_SIZE = 5_000;

export function queueRoutes(api: FastifyInstance, deps: RestDeps): void {
  const { exchange, store, resources } = deps;
  const path = (sid: string): string => `${resources.root}/Queues/${sid}`;

  const format = (queue: Queue): Readonly<Record<string, unknown>> => {
    const members = exchange.queues.members(queue.sid);
    return {
      sid: queue.sid,
      account_sid: exchange.accountSid,
      friendly_name: queue.name,
      current_size: members.length,
      max_size: queue.maxSize,
      average_wait_time: averageWaitSeconds(members),
      date_created: rfc2822(queue.createdAt),
      date_updated: rfc2822(queue.updatedAt),
      uri: `${path(queue.sid)}.json`,
    };
  };

  const formatMember = (member: QueueMember, index: number): Readonly<Record<string, unknown>> => ({
    queue_sid: member.queueSid,
    call_sid: member.live.call.sid,
    date_enqueued: rfc2822(member.enqueuedAt),
    position: index + 1,
    wait_time: Math.round(member.waitedSeconds()),
    uri: `${path(member.queueSid)}/Members/${member.live.call.sid}.json`,
  });

  const find = (params: unknown): Queue => orNotFound(store.queues.get(param(params, 'queue')));

  /** Finds a member by call SID; `Front` is the first member. */
  const findMember = (params: unknown): { readonly member: QueueMember; readonly index: number } => {
    const members = exchange.queues.members(find(params).sid);
    const name = param(params, 'member');
    const index = name === 'Front' ? 0 : members.findIndex((one) => one.live.call.sid === name);
    return { member: orNotFound(members[index]), index };
  };

  const readName = (form: Form): string => {
    const name = form.text('FriendlyName') ?? '';
    if (name === '' || name.length > 64)
      throw new ApiError(20001, 'FriendlyName must have 1 to 64 characters');
    if (store.queues.list().some((one) => one.name === name)) throw new ApiError(22003);
    return name;
  };

  api.post('/Queues.json', async (request, reply) => {
    const form = new Form(request.body);
    const size = form.integer('MaxSize', 1, MAX_QUEUE_SIZE) ?? DEFAULT_QUEUE_SIZE;
    return reply.code(201).send(format(exchange.queues.findOrCreate(readName(form), size)));
  });

  api.get('/Queues.json', async (request) =>
    page(`${resources.root}/Queues.json`, request.query, 'queues', store.queues.list(), format),
  );

  api.get('/Queues/:queue.json', async (request) => format(find(request.params)));

  api.post('/Queues/:queue.json', async (request) => {
    const queue = find(request.params);
    const form = new Form(request.body);
    const maxSize = form.integer('MaxSize', 1, MAX_QUEUE_SIZE) ?? queue.maxSize;
    const name =
      form.has('FriendlyName') && form.text('FriendlyName') !== queue.name ? readName(form) : queue.name;
    store.queues.put({ ...queue, name, maxSize, updatedAt: Date.now() });
    return format(find(request.params));
  });

  api.delete('/Queues/:queue.json', async (request, reply) => {
    const { sid } = find(request.params);
    if (exchange.queues.members(sid).length > 0) throw new ApiError(22002);
    store.queues.remove(sid);
    return reply.code(204).send();
  });

  api.get('/Queues/:queue/Members.json', async (request) => {
    const { sid } = find(request.params);
    const members = exchange.queues.members(sid).map(formatMember);
    return page(`${path(sid)}/Members.json`, request.query, 'queue_members', members);
  });

  api.get('/Queues/:queue/Members/:member.json', async (request) => {
    const { member, index } = findMember(request.params);
    return formatMember(member, index);
  });

  api.post('/Queues/:queue/Members/:member.json', async (request) => {
    const { member, index } = findMember(request.params);
    const form = new Form(request.body);
    const url = form.url('Url', 21205);
    if (url === null) throw new ApiError(21205);
    const answer = formatMember(member, index);
    exchange.redirect(member.live, { kind: 'url', url, method: form.method('Method'), params: [] });
    return answer;
  });
}
