import type { FastifyReply } from 'fastify';
import { sessionCookieName } from '../../platform/http/caller.ts';
import { SESSION_MS } from './sessions.ts';

export interface SessionCookie {
  readonly name: string;
  readonly secure: boolean;
  /** Survives closing the browser. */
  set(reply: FastifyReply, token: string): void;
  /** Ends when the browser is closed. */
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
