import type en from './login/en.ts';
import { createPageCatalog } from './page-catalog.ts';

export const loginCatalog = createPageCatalog<typeof en>({ en: () => import('./login/en.ts') });
export const { t } = loginCatalog;
