/** What Offhook says on calls, in the account's language. */
import type { Language } from '@offhook/contract/accounts/languages';
import en from '@offhook/i18n/callers/en';
import es from '@offhook/i18n/callers/es';
import '@offhook/i18n/message-format';
import { createTranslate, type Translate } from '@offhook/i18n/translate';
import type { SpokenText } from '../../../accounts/core/greeting.ts';

/** Used if the account is unknown. */
export const DEFAULT_LANGUAGE: Language = 'en';

type Messages = typeof en;

/** The provider's default voice is English. */
const SPEECH_LANGUAGES: Readonly<Record<Language, string | null>> = { en: null, es: 'es-US' };

const TRANSLATORS: Readonly<Record<Language, Translate<Messages>>> = {
  en: createTranslate<Messages>('en-US', en),
  es: createTranslate<Messages>('es-US', es),
};

export function promptsIn(language: Language): Translate<Messages> {
  return TRANSLATORS[language];
}

export function toSpokenText(language: Language, text: string): SpokenText {
  return { kind: 'text', text, language: SPEECH_LANGUAGES[language] };
}

export function unavailableMessage(language: Language): SpokenText {
  return toSpokenText(language, promptsIn(language)('unavailable.message'));
}

/** Before a voicemail whose greeting is missing. */
export function voicemailMessage(language: Language): SpokenText {
  return toSpokenText(language, promptsIn(language)('voicemail.message'));
}

export function recordingAnnouncement(language: Language): SpokenText {
  return toSpokenText(language, promptsIn(language)('recording.announcement'));
}
