export const PACKAGES = [
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
