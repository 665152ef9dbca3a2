import { createPageCatalog } from '../messages/page-catalog.ts';
import type en from './login/en.ts';

export const loginCatalog = createPageCatalog<typeof en>({
  en: () => import('./login/en.ts'),
  es: () => import('./login/es.ts'),
});
export const { t } = loginCatalog;
