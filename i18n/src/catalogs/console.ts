import '../messages/message-format.ts';
import { createPageCatalog } from '../messages/page-catalog.ts';
import { createRich } from '../messages/rich.ts';
import type en from './console/en.ts';

export const consoleCatalog = createPageCatalog<typeof en>({
  en: () => import('./console/en.ts'),
  es: () => import('./console/es.ts'),
});
export const { t } = consoleCatalog;
export const rich = createRich(consoleCatalog);
export type ConsoleMessage = keyof typeof en;
