/** The settings “Language and time” of phone and console. */
export default {
  'locale.browserDefault': 'Browser default',
  'locale.browserLanguage': 'Browser default ({language})',
  'locale.clock': 'Clock',
  'locale.clock.12': '12-hour',
  'locale.clock.24': '24-hour',
  'locale.computerZone': 'Use this computer’s: {timeZone}',
  'locale.dateOrder': 'Date order',
  'locale.language': 'Language',
  'locale.timeZone': 'Time zone',
  'locale.title': 'Language and time',
} as const;
