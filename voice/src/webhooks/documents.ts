import type { Source } from '../core/program.ts';
import { parseTwiml } from '../core/twiml/parse.ts';
import { type Refusal, refusal } from '../core/twiml/read.ts';
import { longestDocument } from '../core/twiml/tree.ts';
import type { Verb } from '../core/twiml/verbs.ts';
import type { AudioCache } from './audio-cache.ts';
import { WebFailure } from './request.ts';
import type { FormParams, Webhook } from './webhook.ts';

/** Fetches what a call shall do next from the account's server: TwiML, an audio file, or one line to say. */
export class Documents {
  readonly #webhook: Webhook;
  readonly #audio: AudioCache;

  constructor(webhook: Webhook, audio: AudioCache) {
    this.#webhook = webhook;
    this.#audio = audio;
  }

  /** Errors carry the provider's numbers: 11200 no good answer, 11205 no connection, 12100 and on for the text. */
  async fetch(
    source: Source & { readonly kind: 'url' },
    params: FormParams,
  ): Promise<readonly Verb[] | Refusal> {
    try {
      const answer = await this.#webhook.call(
        source.url,
        source.method,
        [...params, ...source.params],
        this.#audio.mostBytes,
      );
      if (answer.status >= 300) return refusal(11200, `HTTP status ${answer.status}`);
      const type = (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
      if (type.startsWith('audio/')) {
        await this.#audio.keep(answer.url, answer.body);
        return [{ verb: 'play', url: answer.url, loop: 1 }];
      }
      if (answer.body.length === 0) return [];
      if (answer.body.length > longestDocument) return refusal(11200, 'the answer is longer than 64 KiB');
      const text = answer.body.toString('utf8');
      if (type === 'text/plain')
        return [{ verb: 'say', text: text.slice(0, 4_096), voice: 'woman', loop: 1 }];
      return parseTwiml(text, answer.url);
    } catch (error) {
      if (!(error instanceof WebFailure)) throw error;
      return refusal(error.kind === 'ct' ? 11205 : 11200, error.message);
    }
  }
}
