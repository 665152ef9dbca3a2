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

/** Fetches what a call shall do next from the account's server: TwiML, an audio file, or one line to say. */
export class Documents {
  readonly #webhook: Webhook;
  readonly #audio: AudioCache;
  readonly #notifications: Notifications;

  constructor(webhook: Webhook, audio: AudioCache, notifications: Notifications) {
    this.#webhook = webhook;
    this.#audio = audio;
    this.#notifications = notifications;
  }

  /** Errors carry the provider's numbers: 11200 no good answer, 11205 no connection, 12100 and on for the text. */
  async fetch(source: DocumentSource, params: FormParams): Promise<readonly Verb[] | TwimlError> {
    const form = source.kind === 'url' ? [...params, ...source.params] : params;
    const note = this.#reporter(form, source.kind === 'url' ? source : {});
    if (source.kind === 'twiml') return read(source.xml, '', note);
    const refuse = (fault: TwimlError, answer: string): TwimlError => {
      note('error', fault, answer);
      return fault;
    };
    try {
      const answer = await this.#webhook.call(source.url, source.method, form, this.#audio.maxBytes);
      const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (answer.status < 300 && type.startsWith('audio/')) {
        await this.#audio.store(answer.url, answer.body);
        return [{ verb: 'play', url: answer.url, loop: 1 }];
      }
      const text = answer.body.toString('utf8', 0, MAX_DOCUMENT_LENGTH * 4);
      if (answer.status >= 300) return refuse(twimlError(11200, `HTTP status ${answer.status}`), text);
      if (answer.body.length === 0) return [];
      if (answer.body.length > MAX_DOCUMENT_LENGTH)
        return refuse(twimlError(11200, 'the answer is longer than 64 KiB'), text);
      if (type === 'text/plain')
        return [{ verb: 'say', text: text.slice(0, 4_096), voice: 'woman', loop: 1 }];
      return read(text, answer.url, note);
    } catch (error) {
      if (!(error instanceof WebRequestError)) throw error;
      return refuse(twimlError(error.kind === 'ct' ? 11205 : 11200, error.message), '');
    }
  }

  /** A sound that a call should have heard could not be had. */
  reportMissingSound(params: FormParams, url: string, fault: TwimlError): void {
    this.#reporter(params, { url, method: 'GET' })('error', fault, '');
  }

  #reporter(
    form: FormParams,
    { url = '', method = 'POST' }: { readonly url?: string; readonly method?: Notification['method'] },
  ): Report {
    return (level, { code, message }, answer) =>
      this.#notifications.add(
        { level, code, text: message, url, method, answer: answer.slice(0, MAX_REPORTED_LENGTH) },
        form,
      );
  }
}

type Report = (level: Notification['level'], fault: TwimlError, answer: string) => void;

/** Reads a document, and notes what is wrong or odd about it. */
function read(xml: string, base: string, note: Report): readonly Verb[] | TwimlError {
  const verbs = parseTwiml(xml, base);
  if ('code' in verbs) {
    note('error', verbs, xml);
    return verbs;
  }
  for (const warning of twimlWarnings(xml)) note('warning', warning, xml);
  return verbs;
}
