import '../messages/message-format.ts';
import { createPageCatalog } from '../messages/page-catalog.ts';
import { createRich } from '../messages/rich.ts';
import type en from './sign-in-pages/en.ts';

export const signInPagesCatalog = createPageCatalog<typeof en>({
  en: () => import('./sign-in-pages/en.ts'),
  es: () => import('./sign-in-pages/es.ts'),
});
export const { t } = signInPagesCatalog;
export const rich = createRich(signInPagesCatalog);
