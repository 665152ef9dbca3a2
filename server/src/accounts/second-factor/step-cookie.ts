import { SECOND_STEP_MS } from '@offhook/contract/accounts/second-factor';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Binds a login's second step to the browser with the first. */
export interface StepCookie {
  read(request: FastifyRequest): string;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

export function stepCookie(publicUrl: string): StepCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-offhook_step' : 'offhook_step';
  // A provider's callback is a cross-site navigation: `lax` sends the cookie, `strict` would not.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[name] ?? '',
    set(reply, token) {
      reply.setCookie(name, token, { ...options, maxAge: SECOND_STEP_MS / 1000 });
    },
    clear(reply) {
      reply.clearCookie(name, options);
    },
  };
}
