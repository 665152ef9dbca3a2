/** The door for the telephony provider: nothing is read before the signature over address and form is right. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { noteKnownClient } from '../http/known-clients.ts';
import { Refusal } from '../http/refusal.ts';

const BODY_LIMIT = 64 * 1024;

export type Form = Record<string, string | string[]>;

/** A field that comes twice is a list, as the signature wants it. */
export function readForm(body: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const known = form[name];
    if (known === undefined) form[name] = value;
    else form[name] = Array.isArray(known) ? [...known, value] : [known, value];
  }
  return form;
}

/**
 * Makes every route that is added to `scope` refuse what the provider did not sign.
 * @param isSigned whether a signature is right for a path with its query, as it was received, and a form
 */
export function requireSignature(
  scope: FastifyInstance,
  isSigned: (signature: string, path: string, form: Form) => Promise<boolean>,
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
      (await isSigned(signature, request.url, form));
    if (!isGenuine) throw new Refusal('badSignature');
    noteKnownClient(request);
  });
}

/** Signed, but not what was agreed: refused, and nothing changed. */
export function parsed<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = safeParse(schema, value);
  if (!result.success) throw new Refusal('badInput');
  return result.data;
}
