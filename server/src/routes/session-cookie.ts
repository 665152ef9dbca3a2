import type { FastifyReply } from 'fastify';
import { SESSION_COOKIE, SESSION_MS } from '../services/sessions.ts';

export interface SessionCookie {
  /** Cookies travel over https only. */
  readonly secure: boolean;
  /** A user's session, which outlives the browser's. */
  set(reply: FastifyReply, token: string): void;
  /** A visitor's, which does not. */
  setForVisitor(reply: FastifyReply, token: string): void;
}

export function sessionCookie(secure: boolean): SessionCookie {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    secure,
    set(reply, token) {
      reply.setCookie(SESSION_COOKIE, token, { ...options, maxAge: Math.floor(SESSION_MS / 1000) });
    },
    setForVisitor(reply, token) {
      reply.setCookie(SESSION_COOKIE, token, options);
    },
  };
}
