import type en from './numbers/en.ts';
import { createPageCatalog } from './page-catalog.ts';

export const numbersCatalog = createPageCatalog<typeof en>({
  en: () => import('./numbers/en.ts'),
  es: () => import('./numbers/es.ts'),
});
export const { t } = numbersCatalog;
