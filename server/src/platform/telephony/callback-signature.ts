/** Nothing is parsed before the signature over URL and form is verified. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { ApiError } from '../http/api-error.ts';
import { markKnownClient } from '../http/known-clients.ts';

const BODY_LIMIT = 64 * 1024;

export type Form = Record<string, string | string[]>;

/** A repeated field becomes a list, as the signature requires. */
export function readForm(body: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const known = form[name];
    if (known === undefined) form[name] = value;
    else form[name] = Array.isArray(known) ? [...known, value] : [known, value];
  }
  return form;
}

/** @param verifySignature gets the path with its query as received, and the form */
export function requireSignature(
  scope: FastifyInstance,
  verifySignature: (signature: string, path: string, form: Form) => Promise<boolean>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, readForm(body.toString())),
  );
  scope.addHook('preHandler', async (request: FastifyRequest) => {
    const signature = request.headers['x-twilio-signature'];
    const form = (request.body ?? {}) as Form;
    const isGenuine =
      typeof signature === 'string' &&
      signature.length <= 100 &&
      (await verifySignature(signature, request.url, form));
    if (!isGenuine) throw new ApiError('badSignature');
    markKnownClient(request);
  });
}

/** A signed request of an unexpected shape is rejected and changes nothing. */
export function parseCallback<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = safeParse(schema, value);
  if (!result.success) throw new ApiError('badInput');
  return result.data;
}
