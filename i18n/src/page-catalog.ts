import type { Locale } from './locales.ts';
import { type Catalog, createTranslate, type Translate } from './translate.ts';

type Loaders = Readonly<Record<Locale, () => Promise<{ readonly default: Catalog }>>>;

interface Active {
  readonly locale: string;
  readonly messages: Catalog;
}

/** The messages of one part of a page. Only the active language is fetched. */
export interface PageCatalog<Messages extends Readonly<Record<string, string>>> {
  /** Throws until a language is active. Call it while rendering, never while a module is loaded. */
  readonly t: Translate<Messages>;
  load(locale: Locale): Promise<void>;
  /** Makes `messages` active without fetching them. */
  use(locale: string, messages: Catalog): void;
  /** Throws until a language is active. */
  active(): Active;
}

export function createPageCatalog<Messages extends Readonly<Record<string, string>>>(
  loaders: Loaders,
): PageCatalog<Messages> {
  let active: Active | null = null;
  let translate: Translate<Messages> = (id, ..._values) => {
    throw new Error(`The message ${id} was used before its catalog was loaded`);
  };
  const use = (locale: string, messages: Catalog) => {
    active = { locale, messages };
    translate = createTranslate(locale, messages);
  };
  return {
    t: (id, ...values) => translate(id, ...values),
    load: async (locale) => use(locale, (await loaders[locale]()).default),
    use,
    active: () => {
      if (!active) throw new Error('The catalog is not loaded');
      return active;
    },
  };
}
