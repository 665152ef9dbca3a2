import { t } from '@offhook/i18n/login';
export function keyLabel(shortcut: string): string {
  return shortcut
    .replace('Control', t('key.control'))
    .replace('Enter', t('key.enter'))
    .replace('Escape', t('key.escape'));
}
