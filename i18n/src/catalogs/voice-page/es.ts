import type en from './en.ts';

/** The page of the voice service that shows calls and webhooks. */
export default {
  'page.title': 'Servicio de voz',
} as const satisfies Record<keyof typeof en, string>;
