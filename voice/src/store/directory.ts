import type { CallbackTarget } from '../calls/core/call.ts';
import type { DocumentAddress } from '../twiml/core/program.ts';
import type { Application, BusinessNumber, CallerInfo } from './schemas.ts';
import type { Store } from './store.ts';

export interface VoiceSettings {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly callback: CallbackTarget | null;
  readonly fallback: DocumentAddress | null;
  readonly callerIdLookup: boolean;
}

export class Directory {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  number(phoneNumber: string): BusinessNumber | null {
    return this.#store.numbers.list().find((one) => one.phoneNumber === phoneNumber) ?? null;
  }

  /** Numbers with a VoiceUrl, oldest first. */
  callableNumbers(): readonly BusinessNumber[] {
    return [...this.#store.numbers.list()].reverse().filter((one) => this.voiceSettings(one) !== null);
  }

  application(sid: string): Application | null {
    return this.#store.applications.get(sid) ?? null;
  }

  caller(phoneNumber: string): CallerInfo | null {
    return this.#store.callers.get(phoneNumber) ?? null;
  }

  /** Accepts any caller ID until the account has numbers; then only those. */
  mayCallFrom(phoneNumber: string): boolean {
    return this.#store.numbers.list().length === 0 || this.number(phoneNumber) !== null;
  }

  /** A number's application overrides its own URL. */
  voiceSettings(one: BusinessNumber | Application): VoiceSettings | null {
    if ('voiceApplicationSid' in one && one.voiceApplicationSid !== '') {
      const application = this.application(one.voiceApplicationSid);
      return application ? this.voiceSettings(application) : null;
    }
    if (one.voiceUrl === '') return null;
    return {
      url: one.voiceUrl,
      method: one.voiceMethod,
      callback:
        one.statusCallback === ''
          ? null
          : { url: one.statusCallback, method: one.statusCallbackMethod, events: ['completed'] },
      callerIdLookup: one.voiceCallerIdLookup,
      fallback:
        one.voiceFallbackUrl === '' ? null : { url: one.voiceFallbackUrl, method: one.voiceFallbackMethod },
    };
  }

  /** A number's application overrides its own URL. */
  smsWebhook(one: BusinessNumber): { readonly url: string; readonly method: 'GET' | 'POST' } | null {
    const target = one.smsApplicationSid === '' ? one : this.application(one.smsApplicationSid);
    return target === null || target.smsUrl === '' ? null : { url: target.smsUrl, method: target.smsMethod };
  }
}
