import type en from './en.ts';

/** The settings “Language and time” of phone and console. */
export default {
  'locale.browserDefault': 'Del navegador',
  'locale.browserLanguage': 'Del navegador ({language})',
  'locale.clock': 'Formato de hora',
  'locale.clock.12': '12 horas',
  'locale.clock.24': '24 horas',
  'locale.computerZone': 'Usar la de esta computadora: {timeZone}',
  'locale.dateOrder': 'Orden de la fecha',
  'locale.language': 'Idioma',
  'locale.timeZone': 'Zona horaria',
  'locale.title': 'Idioma y hora',
} as const satisfies Record<keyof typeof en, string>;
