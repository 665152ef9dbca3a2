import type { z } from 'zod';
import type { ConnectionRegistry } from '../connection-registry.ts';
import { parseJson } from '../core/json.ts';
import { channelInfo } from './channels.ts';
import { type ApiResponse, apiError, ok } from './core/api-response.ts';
import { batchSchema, DATA_TOO_LARGE, eventSchema, isDataTooLarge } from './event-request.ts';

export function publish(body: string, registry: ConnectionRegistry): ApiResponse {
  const event = parse(eventSchema, body);
  if ('reason' in event) return event;
  if (isDataTooLarge(event)) return apiError(413, DATA_TOO_LARGE);
  for (const channel of event.channels) {
    registry.publish(channel, event.name, event.data, event.socket_id ?? null);
  }
  const { info } = event;
  if (info === undefined) return ok({});
  const described = event.channels.map((channel) => [channel, channelInfo(channel, registry, info)]);
  return ok({ channels: Object.fromEntries(described) });
}

export function publishBatch(body: string, registry: ConnectionRegistry): ApiResponse {
  const request = parse(batchSchema, body);
  if ('reason' in request) return request;
  if (request.batch.some(isDataTooLarge)) return apiError(413, DATA_TOO_LARGE);
  for (const { channel, name, data, socket_id } of request.batch) {
    registry.publish(channel, name, data, socket_id ?? null);
  }
  if (request.batch.every(({ info }) => info === undefined)) return ok({});
  return ok({
    batch: request.batch.map(({ channel, info }) => channelInfo(channel, registry, info ?? [])),
  });
}

function parse<Schema extends z.ZodType>(schema: Schema, body: string) {
  const value = parseJson(body);
  if (value === undefined) return apiError(400, 'Body is not valid JSON');
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  return apiError(400, result.error.issues[0]?.message ?? 'Body is not an event');
}
