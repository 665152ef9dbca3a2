/** The pages' catalogs in every language, for tests and galleries. A page fetches what it needs instead. */

import { setFormats } from '../formats/formats.ts';
import { pseudoCatalog } from '../messages/pseudo.ts';
import type { Catalog } from '../messages/translate.ts';
import consoleEn from './console/en.ts';
import consoleEs from './console/es.ts';
import { consoleCatalog } from './console.ts';
import languageAndTimeEn from './language-and-time/en.ts';
import languageAndTimeEs from './language-and-time/es.ts';
import { languageAndTimeCatalog } from './language-and-time.ts';
import loginEn from './login/en.ts';
import loginEs from './login/es.ts';
import { loginCatalog } from './login.ts';
import loginErrorsEn from './login-errors/en.ts';
import loginErrorsEs from './login-errors/es.ts';
import { loginErrorsCatalog } from './login-errors.ts';
import numbersEn from './numbers/en.ts';
import numbersEs from './numbers/es.ts';
import { numbersCatalog } from './numbers.ts';
import phoneEn from './phone/en.ts';
import phoneEs from './phone/es.ts';
import { phoneCatalog } from './phone.ts';
import signInPagesEn from './sign-in-pages/en.ts';
import signInPagesEs from './sign-in-pages/es.ts';
import { signInPagesCatalog } from './sign-in-pages.ts';

export const PAGE_CATALOGS = {
  login: { en: loginEn, es: loginEs },
  loginErrors: { en: loginErrorsEn, es: loginErrorsEs },
  numbers: { en: numbersEn, es: numbersEs },
  languageAndTime: { en: languageAndTimeEn, es: languageAndTimeEs },
  phone: { en: phoneEn, es: phoneEs },
  console: { en: consoleEn, es: consoleEs },
  signInPages: { en: signInPagesEn, es: signInPagesEs },
} as const;

/** @param language `en`, `es`, or `pseudo` */
export function activateCatalogs(language: string): void {
  const tag = language === 'es' ? 'es-US' : 'en-US';
  const pick = ({ en, es }: { readonly en: Catalog; readonly es: Catalog }) =>
    language === 'pseudo' ? pseudoCatalog(en) : language === 'es' ? es : en;
  loginCatalog.use(tag, pick(PAGE_CATALOGS.login));
  loginErrorsCatalog.use(tag, pick(PAGE_CATALOGS.loginErrors));
  numbersCatalog.use(tag, pick(PAGE_CATALOGS.numbers));
  languageAndTimeCatalog.use(tag, pick(PAGE_CATALOGS.languageAndTime));
  phoneCatalog.use(tag, pick(PAGE_CATALOGS.phone));
  consoleCatalog.use(tag, pick(PAGE_CATALOGS.console));
  signInPagesCatalog.use(tag, pick(PAGE_CATALOGS.signInPages));
  setFormats({ tag, clock: null, dateOrder: null });
}
