import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { sendError } from './rest/error-handlers.ts';

/** A certificate and its private key, in PEM. */
export interface TlsKeys {
  readonly cert: string;
  readonly key: string;
}

/** Node's default for headers is 30 s. */
const TIMEOUTS = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 };

export function createWebServer(log: Logger, tls: TlsKeys | null): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const options = {
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      void sendError(request, reply, error),
  };
  if (!tls) return fastify({ ...options, http: TIMEOUTS });
  // The types differ only in the class of the server, which is the same for all that we use.
  return fastify({ ...options, https: { ...tls, ...TIMEOUTS } }) as unknown as FastifyInstance;
}
