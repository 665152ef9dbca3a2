import type { Language } from '@offhook/contract/accounts/languages';
import en from '@offhook/i18n/texts/en';
import es from '@offhook/i18n/texts/es';
import type { Conversation, Note, Result, Sms, Tags, ThankYou } from '../screen-state.ts';

const FIRST_TEXTS: Readonly<Record<Language, string>> = { en: en['sms.default'], es: es['sms.default'] };

/** @param language the account's, because the lead reads it */
export function firstSmsText(language: Language): string {
  return FIRST_TEXTS[language];
}

export function isFirstSmsText(text: string): boolean {
  return Object.values(FIRST_TEXTS).includes(text);
}

export function resultView(conversation: Conversation, afterSms = false): Result {
  return { name: 'disposition', conversation, sending: null, afterSms, retrying: false, banner: null };
}

export function tagsView(conversation: Conversation): Tags {
  return { name: 'disposition2', conversation, sending: null, banner: null };
}

export function smsView(conversation: Conversation, draft: string, owesResult = false): Sms {
  return { name: 'sms', conversation, draft, owesResult, sending: false, banner: null };
}

export function noteView(conversation: Conversation, draft = ''): Note {
  return { name: 'note', conversation, draft, sending: false, banner: null };
}

/** `autoCloses`: closes after a few seconds. */
export function thankYouView(conversation: Conversation, autoCloses = false): ThankYou {
  return { name: 'thankyou', conversation, autoCloses, owesResult: false, pendingRing: null };
}
