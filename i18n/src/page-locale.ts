import { setFormatLocale } from './formats.ts';
import { type ChosenLocale, chooseLocale, PSEUDO_TAG } from './locales.ts';

/** Chooses the language of the page by the browser's settings, and says so in the document. */
export function startPageLocale(): ChosenLocale {
  const chosen = chooseLocale(navigator.languages);
  const { documentElement } = document;
  documentElement.lang = chosen.locale;
  documentElement.dir = chosen.tag === PSEUDO_TAG ? 'rtl' : 'ltr';
  setFormatLocale(chosen.tag);
  return chosen;
}
