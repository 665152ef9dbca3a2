import { chooseLocale } from '@offhook/i18n/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../core/accept-language.ts';
import { type Sentence, translate } from '../core/sentences.ts';

/** Translates into the language that the request accepts, and marks the answer with it. */
export function translateFor(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  sentence: Sentence,
): string {
  const reader = chooseLocale(acceptedLanguages(headers['accept-language'] ?? ''));
  const vary = reply.getHeader('vary');
  reply.header('content-language', reader.locale);
  reply.header('vary', vary === undefined ? 'Accept-Language' : `${vary}, Accept-Language`);
  return translate(sentence, reader);
}
