import { createPageCatalog } from '../messages/page-catalog.ts';
import type en from './sign-in-pages/en.ts';

export const signInPagesCatalog = createPageCatalog<typeof en>({
  en: () => import('./sign-in-pages/en.ts'),
  es: () => import('./sign-in-pages/es.ts'),
});
export const { t } = signInPagesCatalog;
