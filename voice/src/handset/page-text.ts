import en from '@offhook/i18n/handset/en';
import es from '@offhook/i18n/handset/es';
import type { Locale } from '@offhook/i18n/locales';

type Messages = Readonly<Record<keyof typeof en, string>>;

const MESSAGES: Readonly<Record<Locale, Messages>> = { en, es };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/**
 * Fills the template's `{{dial.call}}` with messages, and `{{messages}}` with all of them for the script.
 * @throws on an unknown message
 */
export function handsetHtml(template: string, locale: Locale): string {
  const messages = MESSAGES[locale];
  const page = template.replace('<html lang="en">', `<html lang="${locale}">`);
  return page.replace(/\{\{([\w.]+)\}\}/g, (_, id: string) => {
    if (id === 'messages') return escapeHtml(JSON.stringify(messages));
    const text = new Map(Object.entries(messages)).get(id);
    if (text === undefined) throw new Error(`The handset has no message ${id}`);
    return escapeHtml(text);
  });
}
