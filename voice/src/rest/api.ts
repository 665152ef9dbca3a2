import { timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { apiVersion } from '../webhooks/params.ts';
import { applicationRoutes } from './applications.ts';
import { callRoutes } from './calls.ts';
import { conferenceRoutes } from './conferences.ts';
import { ApiError, errorBody } from './errors.ts';
import { messageRoutes } from './messages.ts';
import { notificationRoutes } from './notifications.ts';
import { numberRoutes } from './numbers.ts';
import { param } from './page.ts';
import { participantRoutes } from './participants.ts';
import type { RestParts } from './parts.ts';
import { queueRoutes } from './queues.ts';
import { recordingMediaRoutes } from './recording-media.ts';
import { recordingRoutes } from './recordings.ts';

export interface Credentials {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

const realm = 'Basic realm="Twilio API"';
const longestBody = 256 * 1024;

/** The account's API under /2010-04-01/Accounts/{sid}: Basic auth, form bodies, the provider's errors. */
export async function restApi(
  app: FastifyInstance,
  parts: RestParts,
  credentials: Credentials,
): Promise<void> {
  await app.register(formbody, { bodyLimit: longestBody });
  app.get(`/${apiVersion}/Accounts/:file`, async (request, reply) => {
    const own = param(request.params, 'file') === `${credentials.accountSid}.json`;
    if (own && authorised(request.headers.authorization, credentials))
      return parts.resources.account(credentials.authToken);
    return reply.code(401).header('www-authenticate', realm).send(new ApiError(20003).body);
  });
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request) => {
        const known = authorised(request.headers.authorization, credentials);
        if (!known || param(request.params, 'account') !== credentials.accountSid) throw new ApiError(20003);
      });
      api.setErrorHandler((error, request, reply) => {
        if (error instanceof ApiError) {
          if (error.status === 401) void reply.header('www-authenticate', realm);
          return reply.code(error.status).send(error.body);
        }
        const status = statusOf(error);
        if (status >= 500) request.log.error({ err: error }, 'request failed');
        const text = status >= 500 ? 'An internal error has occurred' : String(error);
        return reply.code(status).send(errorBody(status >= 500 ? 20500 : 20001, text, status));
      });
      callRoutes(api, parts);
      conferenceRoutes(api, parts);
      participantRoutes(api, parts);
      recordingMediaRoutes(api, parts);
      recordingRoutes(api, parts);
      applicationRoutes(api, parts);
      numberRoutes(api, parts);
      messageRoutes(api, parts);
      notificationRoutes(api, parts);
      queueRoutes(api, parts);
      api.all('/*', async (request) => {
        throw new ApiError(20404, request.url.split('?')[0]);
      });
    },
    { prefix: `/${apiVersion}/Accounts/:account` },
  );
}

/** The account with its auth token, or its API key with the secret. */
export function authorised(header: string | undefined, credentials: Credentials): boolean {
  if (!header?.startsWith('Basic ')) return false;
  const given = Buffer.from(header.slice(6), 'base64').toString('utf8');
  const main = same(given, `${credentials.accountSid}:${credentials.authToken}`);
  const key = same(given, `${credentials.apiKey}:${credentials.apiSecret}`);
  return main || (key && credentials.apiKey !== '' && credentials.apiSecret !== '');
}

function same(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}
