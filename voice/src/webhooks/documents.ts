import type { Source } from '../core/program.ts';
import { parseTwiml } from '../core/twiml/parse.ts';
import { type Refusal, refusal } from '../core/twiml/read.ts';
import { longestDocument } from '../core/twiml/tree.ts';
import type { Verb } from '../core/twiml/verbs.ts';
import { twimlWarnings } from '../core/twiml/warnings.ts';
import type { AudioCache } from './audio-cache.ts';
import type { Notification, Notifications } from './notifications.ts';
import { WebFailure } from './request.ts';
import type { FormParams, Webhook } from './webhook.ts';

const longestNote = 4_096;

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
  async fetch(
    source: Source & { readonly kind: 'url' },
    params: FormParams,
  ): Promise<readonly Verb[] | Refusal> {
    const form = [...params, ...source.params];
    const note = (level: Notification['level'], { code, message }: Refusal, answer: string): void =>
      this.#notifications.add({
        callSid: form.find(([name]) => name === 'CallSid')?.[1] ?? '',
        level,
        code,
        text: message,
        url: source.url,
        method: source.method,
        variables: new URLSearchParams(form.map(([name, value]) => [name, value])).toString(),
        answer: answer.slice(0, longestNote),
      });
    const refuse = (fault: Refusal, answer: string): Refusal => {
      note('error', fault, answer);
      return fault;
    };
    try {
      const answer = await this.#webhook.call(source.url, source.method, form, this.#audio.mostBytes);
      const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (answer.status < 300 && type.startsWith('audio/')) {
        await this.#audio.keep(answer.url, answer.body);
        return [{ verb: 'play', url: answer.url, loop: 1 }];
      }
      const text = answer.body.toString('utf8', 0, longestDocument * 4);
      if (answer.status >= 300) return refuse(refusal(11200, `HTTP status ${answer.status}`), text);
      if (answer.body.length === 0) return [];
      if (answer.body.length > longestDocument)
        return refuse(refusal(11200, 'the answer is longer than 64 KiB'), text);
      if (type === 'text/plain')
        return [{ verb: 'say', text: text.slice(0, 4_096), voice: 'woman', loop: 1 }];
      const verbs = parseTwiml(text, answer.url);
      if ('code' in verbs) return refuse(verbs, text);
      for (const warning of twimlWarnings(text)) note('warning', warning, text);
      return verbs;
    } catch (error) {
      if (!(error instanceof WebFailure)) throw error;
      return refuse(refusal(error.kind === 'ct' ? 11205 : 11200, error.message), '');
    }
  }
}
