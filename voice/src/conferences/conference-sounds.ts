import type { ExchangePort } from '../calls/exchange-port.ts';
import type { Verb } from '../twiml/core/verbs.ts';
import { playMusic, playOnce } from '../twiml/play-document.ts';
import type { FormParams } from '../webhooks/webhook.ts';
import type { Conference } from './core/conference.ts';
import { conferenceAudio } from './core/conference-audio.ts';

/** Plays announcements, waiting music and hold music to the participants. */
export class ConferenceSounds {
  readonly #exchange: ExchangePort;
  readonly #state: () => Conference | null;
  /** Running announcements by call, each with the function that ends it. */
  readonly #announcements = new Map<string, () => void>();
  readonly #music = new Map<string, { readonly key: string; readonly stop: () => void }>();

  constructor(exchange: ExchangePort, state: () => Conference | null) {
    this.#exchange = exchange;
    this.#state = state;
  }

  /** Plays a document to one participant. Music restarts after it. */
  announce(callSid: string, verbs: readonly Verb[]): Promise<void> {
    const call = this.#exchange.find(callSid);
    if (!call) return Promise.resolve();
    this.#announcements.get(callSid)?.();
    this.#music.get(callSid)?.stop();
    this.#music.delete(callSid);
    return new Promise((resolve) => {
      let stop = (): void => {};
      const finish = (): void => {
        stop();
        this.#announcements.delete(callSid);
        call.onEnd.delete(finish);
        const state = this.#state();
        if (state) this.update(state);
        resolve();
      };
      call.onEnd.add(finish);
      this.#announcements.set(callSid, finish);
      const params = (): FormParams => this.#params(callSid);
      stop = playOnce(this.#exchange, call, { kind: 'verbs', verbs }, params, finish);
    });
  }

  update(state: Conference): void {
    const audioByCall = conferenceAudio(state);
    for (const [callSid, finish] of this.#announcements) if (!audioByCall.has(callSid)) finish();
    for (const [callSid, playing] of this.#music) {
      const audio = audioByCall.get(callSid);
      if (audio && JSON.stringify(audio) === playing.key) continue;
      playing.stop();
      this.#music.delete(callSid);
    }
    for (const [callSid, audio] of audioByCall) {
      const call = this.#exchange.find(callSid);
      if (audio.kind === 'none' || this.#music.has(callSid) || this.#announcements.has(callSid) || !call?.leg)
        continue;
      const stop = playMusic(this.#exchange, call, audio, () => this.#params(callSid));
      this.#music.set(callSid, { key: JSON.stringify(audio), stop });
    }
  }

  #params(callSid: string): FormParams {
    const state = this.#state();
    return [
      ['CallSid', callSid],
      ['ConferenceSid', state?.sid ?? ''],
      ['FriendlyName', state?.name ?? ''],
      ['AccountSid', this.#exchange.accountSid],
    ];
  }
}
