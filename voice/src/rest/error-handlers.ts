import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiVersion } from '../webhooks/params.ts';
import { ApiError, type ErrorBody, errorBody } from './errors.ts';

const realm = 'Basic realm="Twilio API"';

/** Host of one of the provider's products, with optional edge and region. This service is `api`. */
const productHost = /^([a-z-]{1,40})(?:\.[a-z0-9-]{1,40}){0,2}\.twilio\.com(?::\d{1,5})?$/i;

/** Sends all errors in the provider's format, on every path. */
export function installErrorHandlers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const product = productHost.exec(hostOf(request))?.[1]?.toLowerCase() ?? 'api';
    if (product !== 'api') throw notFound(request);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply, notFound(request)));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const body = toErrorBody(error);
  if (body.status >= 500) request.log.error({ err: error }, 'request failed');
  if (body.status === 401) void reply.header('www-authenticate', realm);
  void reply.code(body.status);
  return isXml(request)
    ? reply.type('application/xml; charset=utf-8').send(toXml(body))
    : reply.type('application/json; charset=utf-8').send(body);
}

function notFound(request: FastifyRequest): ApiError {
  return new ApiError(20404, request.url.split('?')[0]);
}

function toErrorBody(error: unknown): ErrorBody {
  if (error instanceof ApiError) return error.body;
  const status = httpStatus(error);
  return status >= 500
    ? errorBody(20500, 'An internal error has occurred', status)
    : errorBody(20001, String(error), status);
}

function httpStatus(error: unknown): number {
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

/** The 2010 API sends XML unless the path ends in .json; other products send JSON. */
function isXml({ url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? '';
  return path.startsWith(`/${apiVersion}`) && !path.endsWith('.json');
}

function toXml({ code, message, more_info, status }: ErrorBody): string {
  return (
    "<?xml version='1.0' encoding='UTF-8'?>\n<TwilioResponse><RestException>" +
    `<Code>${code}</Code><Message>${escapeXml(message)}</Message><MoreInfo>${more_info}</MoreInfo>` +
    `<Status>${status}</Status></RestException></TwilioResponse>`
  );
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '');
}

function hostOf({ headers }: FastifyRequest): string {
  const forwarded = headers['x-forwarded-host'];
  return (typeof forwarded === 'string' ? forwarded : headers.host) ?? '';
}
