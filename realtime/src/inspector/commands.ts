import { z } from 'zod';
import type { ConnectionRegistry } from '../connection-registry.ts';
import { parseJson } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import { type ApiError, type ApiResponse, apiError, ok } from '../http/core/api-response.ts';
import { DATA_TOO_LARGE, eventSchema, isDataTooLarge } from '../http/event-request.ts';

const disconnectSchema = z.object({ socketId: z.string().max(50) });
const terminateSchema = z.object({ userId: z.string().min(1).max(LIMITS.userIdChars) });

type Command = (body: unknown, registry: ConnectionRegistry) => ApiResponse;

/** What the page can do, by the last part of the path. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    'publish',
    (body, registry) => {
      const event = parse(eventSchema, body);
      if ('reason' in event) return event;
      if (isDataTooLarge(event)) return apiError(413, DATA_TOO_LARGE);
      for (const channel of event.channels) registry.publish(channel, event.name, event.data, null, 'page');
      return ok({});
    },
  ],
  [
    'disconnect',
    (body, registry) => {
      const target = parse(disconnectSchema, body);
      if ('reason' in target) return target;
      return registry.disconnect(target.socketId) ? ok({}) : apiError(404, 'This connection has closed');
    },
  ],
  [
    'terminate',
    (body, registry) => {
      const target = parse(terminateSchema, body);
      if ('reason' in target) return target;
      return registry.terminate(target.userId) ? ok({}) : apiError(404, 'This user has not signed in');
    },
  ],
]);

export function runCommand(command: Command, text: string, registry: ConnectionRegistry): ApiResponse {
  const body = parseJson(text);
  return body === undefined ? apiError(400, 'Body is not valid JSON') : command(body, registry);
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> | ApiError {
  const result = schema.safeParse(body);
  return result.success ? result.data : apiError(400, result.error.issues[0]?.message ?? 'Invalid request');
}
