import '../messages/message-format.ts';
import { createPageCatalog } from '../messages/page-catalog.ts';
import type en from './voice-page/en.ts';

export const voicePageCatalog = createPageCatalog<typeof en>({
  en: () => import('./voice-page/en.ts'),
  es: () => import('./voice-page/es.ts'),
});
export const { t } = voicePageCatalog;
