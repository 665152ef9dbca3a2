import type { z } from 'zod';
import { parseJson } from '../core/json.ts';
import type { Hub } from '../hub.ts';
import { describe } from './channels.ts';
import { type ApiAnswer, ok, refusal } from './core/api-answer.ts';
import { batchSchema, eventSchema, isTooLarge, TOO_LARGE } from './event-request.ts';

/** POST /events: one event to up to a hundred channels. */
export function publish(body: string, hub: Hub): ApiAnswer {
  const event = parse(eventSchema, body);
  if ('reason' in event) return event;
  if (isTooLarge(event)) return refusal(413, TOO_LARGE);
  for (const channel of event.channels) {
    hub.publish(channel, event.name, event.data, event.socket_id ?? null);
  }
  const { info } = event;
  if (info === undefined) return ok({});
  const described = event.channels.map((channel) => [channel, describe(channel, hub, info)]);
  return ok({ channels: Object.fromEntries(described) });
}

/** POST /batch_events: up to ten events; none goes out unless all may. */
export function publishBatch(body: string, hub: Hub): ApiAnswer {
  const request = parse(batchSchema, body);
  if ('reason' in request) return request;
  if (request.batch.some(isTooLarge)) return refusal(413, TOO_LARGE);
  for (const { channel, name, data, socket_id } of request.batch) {
    hub.publish(channel, name, data, socket_id ?? null);
  }
  if (request.batch.every(({ info }) => info === undefined)) return ok({});
  return ok({
    batch: request.batch.map(({ channel, info }) => describe(channel, hub, info ?? [])),
  });
}

function parse<Schema extends z.ZodType>(schema: Schema, body: string) {
  const value = parseJson(body);
  if (value === undefined) return refusal(400, 'Body is not valid JSON');
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  return refusal(400, result.error.issues[0]?.message ?? 'Body is not an event');
}
