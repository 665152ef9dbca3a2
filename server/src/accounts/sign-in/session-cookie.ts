import type { FastifyReply } from 'fastify';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { SESSION_MS } from './sessions.ts';

export interface SessionCookie {
  readonly name: string;
  /** Cookies travel over https only. */
  readonly secure: boolean;
  /** A user's session, which outlives the browser's. */
  set(reply: FastifyReply, token: string): void;
  /** A visitor's, which does not. */
  setForVisitor(reply: FastifyReply, token: string): void;
}

export function sessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  const name = sessionCookieName(publicUrl);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    name,
    secure,
    set(reply, token) {
      reply.setCookie(name, token, { ...options, maxAge: Math.floor(SESSION_MS / 1000) });
    },
    setForVisitor(reply, token) {
      reply.setCookie(name, token, options);
    },
  };
}
