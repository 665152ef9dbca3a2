import { acceptedLanguages } from '@offhook/i18n/accept-language';
import { type ChosenLocale, chooseLocale } from '@offhook/i18n/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Reader, type Sentence, translate } from '../core/sentences.ts';

type Request = Pick<FastifyRequest, 'headers'>;

/** Most preferred first. Also sets the response's Vary header. */
export function languagesFor({ headers }: Request, reply: FastifyReply): readonly string[] {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!vary.includes('Accept-Language'))
    reply.header('vary', vary === '' ? 'Accept-Language' : `${vary}, Accept-Language`);
  return acceptedLanguages(headers['accept-language'] ?? '');
}

/** Also sets the response's Content-Language. */
export function chooseResponseLanguage(request: Request, reply: FastifyReply): ChosenLocale {
  const reader = chooseLocale(languagesFor(request, reply));
  reply.header('content-language', reader.locale);
  return reader;
}

export function translateFor(
  request: Request,
  reply: FastifyReply,
  sentence: Sentence,
  clock: Reader['clock'] = null,
): string {
  return translate(sentence, { ...chooseResponseLanguage(request, reply), clock });
}
