import { createPageCatalog } from '../messages/page-catalog.ts';
import type en from './login-errors/en.ts';

export const loginErrorsCatalog = createPageCatalog<typeof en>({
  en: () => import('./login-errors/en.ts'),
  es: () => import('./login-errors/es.ts'),
});
export const { t } = loginErrorsCatalog;
