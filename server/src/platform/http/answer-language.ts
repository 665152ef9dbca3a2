import { type ChosenLocale, chooseLocale } from '@offhook/i18n/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../core/accept-language.ts';
import { type Sentence, translate } from '../core/sentences.ts';

/** The language that the request accepts. Marks the answer with it. */
export function answerLanguage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
): ChosenLocale {
  const reader = chooseLocale(acceptedLanguages(headers['accept-language'] ?? ''));
  const vary = String(reply.getHeader('vary') ?? '');
  reply.header('content-language', reader.locale);
  if (!vary.includes('Accept-Language'))
    reply.header('vary', vary === '' ? 'Accept-Language' : `${vary}, Accept-Language`);
  return reader;
}

/** Translates into the language that the request accepts, and marks the answer with it. */
export function translateFor(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  sentence: Sentence,
): string {
  return translate(sentence, answerLanguage(request, reply));
}
