import { timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { apiVersion } from '../webhooks/params.ts';
import { applicationRoutes } from './applications.ts';
import { callRoutes } from './calls.ts';
import { conferenceRoutes } from './conferences.ts';
import type { RestDeps } from './deps.ts';
import { installErrorHandlers } from './error-handlers.ts';
import { ApiError } from './errors.ts';
import { messageRoutes } from './messages.ts';
import { notificationRoutes } from './notifications.ts';
import { numberRoutes } from './numbers.ts';
import { param } from './page.ts';
import { participantRoutes } from './participants.ts';
import { queueRoutes } from './queues.ts';
import { recordingMediaRoutes } from './recording-media.ts';
import { recordingRoutes } from './recordings.ts';

export interface Credentials {
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

const MAX_BODY_BYTES = 256 * 1024;

export async function restApi(app: FastifyInstance, deps: RestDeps, credentials: Credentials): Promise<void> {
  installErrorHandlers(app);
  await app.register(formbody, { bodyLimit: MAX_BODY_BYTES });
  app.get(`/${apiVersion}/Accounts/:file`, async (request) => {
    const isOwnAccount = param(request.params, 'file') === `${credentials.accountSid}.json`;
    if (isOwnAccount && isAuthorized(request.headers.authorization, credentials))
      return deps.resources.account(credentials.authToken);
    throw new ApiError(20003);
  });
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request) => {
        const authorized = isAuthorized(request.headers.authorization, credentials);
        if (!authorized || param(request.params, 'account') !== credentials.accountSid)
          throw new ApiError(20003);
      });
      callRoutes(api, deps);
      conferenceRoutes(api, deps);
      participantRoutes(api, deps);
      recordingMediaRoutes(api, deps);
      recordingRoutes(api, deps);
      applicationRoutes(api, deps);
      numberRoutes(api, deps);
      messageRoutes(api, deps);
      notificationRoutes(api, deps);
      queueRoutes(api, deps);
      api.all('/*', async (request) => {
        throw new ApiError(20404, request.url.split('?')[0]);
      });
    },
    { prefix: `/${apiVersion}/Accounts/:account` },
  );
}

/** Accepts the account SID with its auth token, or the API key with its secret. */
export function isAuthorized(header: string | undefined, credentials: Credentials): boolean {
  if (!header?.startsWith('Basic ')) return false;
  const provided = Buffer.from(header.slice(6), 'base64').toString('utf8');
  const main = equalInConstantTime(provided, `${credentials.accountSid}:${credentials.authToken}`);
  const key = equalInConstantTime(provided, `${credentials.apiKey}:${credentials.apiSecret}`);
  return main || (key && credentials.apiKey !== '' && credentials.apiSecret !== '');
}

function equalInConstantTime(provided: string, expected: string): boolean {
  const [one, other] = [Buffer.from(provided), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
