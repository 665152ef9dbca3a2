/** The rooms of the house, as types and tests name them. */
export const ROOMS = [
  'contract',
  'i18n',
  'design',
  'softphone',
  'console',
  'desktop',
  'server',
  'voice',
  'realtime',
  'stack',
  'bench',
];
