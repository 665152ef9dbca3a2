import type { Observe } from '../inspector/core/observations.ts';
import type { AudioCache } from '../sounds/audio-cache.ts';
import { type TwimlError, twimlError } from '../twiml/core/attributes.ts';
import { parseTwiml } from '../twiml/core/parse.ts';
import type { DocumentSource } from '../twiml/core/program.ts';
import { MAX_DOCUMENT_LENGTH } from '../twiml/core/tree.ts';
import type { Verb } from '../twiml/core/verbs.ts';
import { twimlWarnings } from '../twiml/core/warnings.ts';
import type { Notification, Notifications } from './notifications.ts';
import { WebRequestError } from './request.ts';
import type { FormParams, Webhook } from './webhook.ts';

const MAX_REPORTED_LENGTH = 4_096;

/** Fetches documents from the account's server: TwiML, an audio file, or plain text to say. */
export class Documents {
  readonly #webhook: Webhook;
  readonly #audio: AudioCache;
  readonly #notifications: Notifications;
  readonly #observe: Observe | null;

  constructor(webhook: Webhook, audio: AudioCache, notifications: Notifications, observe: Observe | null) {
    this.#webhook = webhook;
    this.#audio = audio;
    this.#notifications = notifications;
    this.#observe = observe;
  }

  /** Errors have the provider's codes: 11200 bad response, 11205 no connection, 12100 and up for the document. */
  async fetch(source: DocumentSource, params: FormParams): Promise<readonly Verb[] | TwimlError> {
    const form = source.kind === 'url' ? [...params, ...source.params] : params;
    const report = this.#reporter(form, source.kind === 'url' ? source : {});
    if (source.kind === 'twiml') {
      this.#observe?.({ type: 'inlineDocument', form, xml: source.xml });
      return read(source.xml, '', report);
    }
    const fail = (error: TwimlError, answer: string): TwimlError => {
      report('error', error, answer);
      return error;
    };
    try {
      const answer = await this.#webhook.call(
        source.url,
        source.method,
        form,
        this.#audio.maxBytes,
        'document',
      );
      const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (answer.status < 300 && type.startsWith('audio/')) {
        await this.#audio.store(answer.url, answer.body);
        return [{ verb: 'play', url: answer.url, loop: 1 }];
      }
      const text = answer.body.toString('utf8', 0, MAX_DOCUMENT_LENGTH * 4);
      if (answer.status >= 300) return fail(twimlError(11200, `HTTP status ${answer.status}`), text);
      if (answer.body.length === 0) return [];
      if (answer.body.length > MAX_DOCUMENT_LENGTH)
        return fail(twimlError(11200, 'the response is longer than 64 KiB'), text);
      if (type === 'text/plain')
        return [{ verb: 'say', text: text.slice(0, 4_096), voice: 'woman', language: 'en', loop: 1 }];
      return read(text, answer.url, report);
    } catch (error) {
      if (!(error instanceof WebRequestError)) throw error;
      return fail(twimlError(error.kind === 'ct' ? 11205 : 11200, error.message), '');
    }
  }

  reportMissingSound(params: FormParams, url: string, error: TwimlError): void {
    this.#reporter(params, { url, method: 'GET' })('error', error, '');
  }

  #reporter(
    form: FormParams,
    { url = '', method = 'POST' }: { readonly url?: string; readonly method?: Notification['method'] },
  ): Report {
    return (level, { code, message }, answer) =>
      this.#notifications.add(
        { level, code, text: message, url, method, responseBody: answer.slice(0, MAX_REPORTED_LENGTH) },
        form,
      );
  }
}

type Report = (level: Notification['level'], error: TwimlError, answer: string) => void;

function read(xml: string, base: string, report: Report): readonly Verb[] | TwimlError {
  const verbs = parseTwiml(xml, base);
  if ('code' in verbs) {
    report('error', verbs, xml);
    return verbs;
  }
  for (const warning of twimlWarnings(xml)) report('warning', warning, xml);
  return verbs;
}
