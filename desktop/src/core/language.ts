/** The language of the app's own texts. Its pages choose their own. */
import en from '@offhook/i18n/desktop/en';
import es from '@offhook/i18n/desktop/es';
import { chooseLocale } from '@offhook/i18n/locales';
import '@offhook/i18n/message-format';
import { createTranslate, type Translate } from '@offhook/i18n/translate';

type Messages = typeof en;
export type DesktopTexts = Translate<Messages>;

/** Message IDs. */
export type DesktopMessage = keyof Messages;

/** @param wanted the app's locale, as a BCP 47 tag @returns English for languages without a catalog */
export function desktopTexts(wanted: string): DesktopTexts {
  const { locale, tag } = chooseLocale([wanted]);
  return createTranslate<Messages>(tag, locale === 'es' ? es : en);
}
