/** When a phone's realtime connection closes, its lease is shortened. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/http/api-error.ts';

const BODY_LIMIT = 256 * 1024;

export interface RealtimeEvent {
  readonly name: string;
  readonly channel: string;
  readonly user_id?: string;
}

export interface RealtimeWebhooksDeps {
  readonly read: (
    headers: Record<string, string | string[] | undefined>,
    rawBody: string,
  ) => readonly RealtimeEvent[] | null;
  readonly onMemberLeft: (userId: number) => Promise<void>;
}

export function realtimeWebhooks(
  server: FastifyInstance,
  { read, onMemberLeft }: RealtimeWebhooksDeps,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body.toString()),
    );
    scope.post('/realtime/webhook', async (request, reply) => {
      const events = typeof request.body === 'string' ? read(request.headers, request.body) : null;
      if (events === null) throw new ApiError('badSignature');
      for (const event of events) {
        const userId = departedUserId(event);
        if (userId !== null) await onMemberLeft(userId);
      }
      return reply.code(200).send();
    });
  });
}

function departedUserId({ name, channel, user_id }: RealtimeEvent): number | null {
  const owner = /^presence-user\.(\d{1,15})$/.exec(channel)?.[1];
  return name === 'member_removed' && owner !== undefined && owner === user_id ? Number(owner) : null;
}
