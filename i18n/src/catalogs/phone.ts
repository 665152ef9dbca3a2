import '../messages/message-format.ts';
import { createPageCatalog } from '../messages/page-catalog.ts';
import { createRich } from '../messages/rich.ts';
import type en from './phone/en.ts';

export const phoneCatalog = createPageCatalog<typeof en>({
  en: () => import('./phone/en.ts'),
  es: () => import('./phone/es.ts'),
});
export const { t } = phoneCatalog;
export const rich = createRich(phoneCatalog);
export type PhoneMessage = keyof typeof en;
