import '../messages/message-format.ts';
import { createPageCatalog } from '../messages/page-catalog.ts';
import type en from './realtime-page/en.ts';

export const realtimePageCatalog = createPageCatalog<typeof en>({
  en: () => import('./realtime-page/en.ts'),
  es: () => import('./realtime-page/es.ts'),
});
export const { t } = realtimePageCatalog;
