/** What the realtime service posts about channels: a phone whose connection is gone is waited for less long. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../platform/http/api-error.ts';

const BODY_LIMIT = 256 * 1024;

/** A word of the realtime service about a channel. */
export interface RealtimeNews {
  readonly name: string;
  readonly channel: string;
  readonly user_id?: string;
}

export interface RealtimeWebhooksParts {
  /** null: the service did not sign it. */
  readonly read: (
    headers: Record<string, string | string[] | undefined>,
    rawBody: string,
  ) => readonly RealtimeNews[] | null;
  readonly memberLeft: (userId: number) => Promise<void>;
}

export function realtimeWebhooks(server: FastifyInstance, { read, memberLeft }: RealtimeWebhooksParts): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, body.toString()),
    );
    scope.post('/realtime/webhook', async (request, reply) => {
      const news = typeof request.body === 'string' ? read(request.headers, request.body) : null;
      if (news === null) throw new ApiError('badSignature');
      for (const event of news) {
        const userId = ownerWhoLeft(event);
        if (userId !== null) await memberLeft(userId);
      }
      return reply.code(200).send();
    });
  });
}

/** The user whose last connection to their own channel is gone. */
function ownerWhoLeft({ name, channel, user_id }: RealtimeNews): number | null {
  const owner = /^presence-user\.(\d{1,15})$/.exec(channel)?.[1];
  return name === 'member_removed' && owner !== undefined && owner === user_id ? Number(owner) : null;
}
