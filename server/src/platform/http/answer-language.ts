import { type ChosenLocale, chooseLocale } from '@offhook/i18n/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../core/accept-language.ts';
import { type Reader, type Sentence, translate } from '../core/sentences.ts';

type Request = Pick<FastifyRequest, 'headers'>;

/** @returns the tags that the request accepts, most wanted first; the answer is marked as depending on them */
export function languagesFor({ headers }: Request, reply: FastifyReply): readonly string[] {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!vary.includes('Accept-Language'))
    reply.header('vary', vary === '' ? 'Accept-Language' : `${vary}, Accept-Language`);
  return acceptedLanguages(headers['accept-language'] ?? '');
}

/** The language that the request accepts. Marks the answer with it. */
export function answerLanguage(request: Request, reply: FastifyReply): ChosenLocale {
  const reader = chooseLocale(languagesFor(request, reply));
  reply.header('content-language', reader.locale);
  return reader;
}

/** Translates into the language that the request accepts, and marks the answer with it. */
export function translateFor(
  request: Request,
  reply: FastifyReply,
  sentence: Sentence,
  clock: Reader['clock'] = null,
): string {
  return translate(sentence, { ...answerLanguage(request, reply), clock });
}
