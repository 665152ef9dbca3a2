import type { Language } from '@offhook/contract/accounts/languages';
import en from '@offhook/i18n/mails/en';
import es from '@offhook/i18n/mails/es';
import '@offhook/i18n/message-format';
import { createTranslate, type Translate } from '@offhook/i18n/translate';

export type MailTranslate = Translate<typeof en>;

/** BCP 47, for numbers and dates. */
export const MAIL_LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

export const MAIL_TRANSLATORS: Readonly<Record<Language, MailTranslate>> = {
  en: createTranslate<typeof en>(MAIL_LOCALES.en, en),
  es: createTranslate<typeof en>(MAIL_LOCALES.es, es),
};

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function htmlPage(language: Language, parts: readonly string[]): string {
  return [
    `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;font-size:16px;line-height:1.5">`,
    ...parts,
    '</body></html>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
