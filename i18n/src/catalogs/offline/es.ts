import type en from './en.ts';

/** The page that the service worker shows while Offhook can't be reached. */
export default {
  'offline.hint': 'Revisa tu conexión. Esta página lo intenta de nuevo cada 5 segundos.',
  'offline.title': 'No se puede conectar con Offhook',
} as const satisfies Record<keyof typeof en, string>;
