import { type ChosenLocale, type Locale, PSEUDO_TAG } from '../locale/locales.ts';
import { type Catalog, createTranslate, type Translate } from './translate.ts';

type Loaders = Readonly<Record<Locale, () => Promise<{ readonly default: Catalog }>>>;

interface Active {
  readonly tag: string;
  readonly messages: Catalog;
}

/** What a page needs to load a catalog. */
export interface AnyCatalog {
  /** Fetches the messages. @returns a function that makes them active */
  prepare(chosen: ChosenLocale): Promise<() => void>;
}

/** The messages of one part of a page. Only the active language is fetched. */
export interface PageCatalog<Messages extends Readonly<Record<string, string>>> extends AnyCatalog {
  /** Throws until a language is active. Call it while rendering, never while a module is loaded. */
  readonly t: Translate<Messages>;
  /** Makes `messages` active without fetching them. @param tag BCP 47 */
  use(tag: string, messages: Catalog): void;
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
  const use = (tag: string, messages: Catalog) => {
    active = { tag, messages };
    translate = createTranslate(tag, messages);
  };
  return {
    t: (id, ...values) => translate(id, ...values),
    prepare: async ({ locale, tag }) => {
      const { default: messages } = await loaders[locale]();
      if (tag !== PSEUDO_TAG) return () => use(tag, messages);
      const { pseudoCatalog } = await import('./pseudo.ts');
      return () => use(tag, pseudoCatalog(messages));
    },
    use,
    active: () => {
      if (!active) throw new Error('The catalog is not loaded');
      return active;
    },
  };
}
