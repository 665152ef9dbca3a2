/**
 * Turns a row of the contract's table of requests into a route of the server:
 *
 *     foreign origin? → who is it? → CSRF token → body read and parsed → the service → answer by the row's schema
 *
 * The first three come before the body is read: a stranger's bytes are not looked at.
 */
import type { ErrorCode } from '@offhook/contract/errors';
import { REQUESTS, type RequestName, type Requests } from '@offhook/contract/requests';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import type { Account } from '../services/api-keys.ts';
import type { Session, SignedInUser } from '../services/sessions.ts';

type Parsed<N extends RequestName, K extends string> =
  Requests[N] extends Record<K, infer S extends z.ZodMiniType> ? z.output<S> : undefined;

/** What a service's answer must be; the row's schema drops what does not belong to it. */
export type AnswerOf<N extends RequestName> = z.input<Requests[N]['response']>;

type Callers = {
  /** `user` is null for a visitor, `session` when there is no valid cookie at all. */
  anyone: { readonly user: SignedInUser | null; readonly session: Session | null };
  user: { readonly user: SignedInUser; readonly session: Session };
  'api-key': { readonly account: Account };
};

export type RouteRequest<N extends RequestName> = Callers[Requests[N]['access']] & {
  readonly params: Parsed<N, 'params'>;
  readonly query: Parsed<N, 'query'>;
  readonly body: Parsed<N, 'body'>;
  /** The client's network address. */
  readonly address: string;
  readonly log: FastifyBaseLogger;
  /** For cookies and headers only. */
  readonly reply: FastifyReply;
};

/** Who asks: found before the body is read. */
export interface Caller {
  readonly session: Session | null;
  readonly account: Account | null;
}

/** The checks of `app.ts` that a route is built on. */
export interface Api {
  readonly server: FastifyInstance;
  /** Refuses, or says who asks. */
  readonly admit: (
    request: FastifyRequest,
    access: 'anyone' | 'user' | 'api-key',
    changes: boolean,
  ) => Promise<Caller>;
}

export function route<N extends RequestName>(
  api: Api,
  name: N,
  serve: (request: RouteRequest<N>) => Promise<AnswerOf<N>>,
): void {
  const row: (typeof REQUESTS)[RequestName] = REQUESTS[name];
  const callers = new WeakMap<FastifyRequest, Caller>();
  api.server.route({
    method: row.method,
    url: row.path,
    onRequest: async (request) => {
      callers.set(request, await api.admit(request, row.access, row.method !== 'GET'));
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      const parts = {
        params: 'params' in row ? parse(row.params, request.params, () => 'notFound') : undefined,
        query: 'query' in row ? parse(row.query, request.query, () => 'badInput') : undefined,
        body:
          'body' in row ? parse(row.body, request.body ?? {}, (path) => bodyRefusal(name, path)) : undefined,
        user: caller?.session?.user ?? null,
        session: caller?.session ?? null,
        account: caller?.account ?? null,
        address: request.ip,
        log: request.log,
        reply,
      };
      // `admit` has made sure of the caller that the row's access promises.
      const answer = await serve(parts as unknown as RouteRequest<N>);
      return z.parse(row.response, answer);
    },
  });
}

function parse(schema: z.ZodMiniType, value: unknown, refusal: (path: PropertyKey | undefined) => ErrorCode) {
  const result = z.safeParse(schema, value);
  if (!result.success) throw new Refusal(refusal(result.error.issues[0]?.path[0]));
  return result.data;
}

/** The sentence that helps, by the field that was wrong. */
function bodyRefusal(name: RequestName, field: PropertyKey | undefined): ErrorCode {
  if (field === 'phone_number') return 'invalidPhoneNumber';
  if (name === 'login') return 'badCredentials';
  if (name === 'setDisposition') return 'badDisposition';
  if (name === 'sendSms' && field === 'smsbody') return 'messageLength';
  if (name === 'setTag') return 'badTag';
  if (name === 'saveNote' && field === 'content') return 'emptyNote';
  return 'badInput';
}
