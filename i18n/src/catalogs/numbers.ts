import { createPageCatalog } from '../messages/page-catalog.ts';
import type en from './numbers/en.ts';

export const numbersCatalog = createPageCatalog<typeof en>({
  en: () => import('./numbers/en.ts'),
  es: () => import('./numbers/es.ts'),
});
export const { t } = numbersCatalog;
