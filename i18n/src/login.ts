import type en from './login/en.ts';
import { createPageCatalog } from './page-catalog.ts';

export const loginCatalog = createPageCatalog<typeof en>({
  en: () => import('./login/en.ts'),
  es: () => import('./login/es.ts'),
});
export const { t } = loginCatalog;
