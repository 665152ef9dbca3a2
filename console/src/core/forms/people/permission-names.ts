import { PERMISSIONS, type Permission } from '@offhook/contract/accounts/permissions';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';

export interface PermissionText {
  readonly name: string;
  readonly hint: string;
}

const MESSAGES = {
  'app-sms': 'permission.sendTexts',
  'app-retry': 'permission.retry',
  'app-autoaccept': 'permission.autoAccept',
  listen: 'permission.listen',
  whisper: 'permission.whisper',
  barge: 'permission.barge',
  admin: 'permission.admin',
} as const satisfies Record<Permission, ConsoleMessage>;

export function permissionText(permission: Permission): PermissionText {
  const id = MESSAGES[permission];
  return { name: t(id), hint: t(`${id}.hint`) };
}

/** 'Send texts, Listen'; an unknown permission is shown by its code. */
export function permissionNames(permissions: readonly string[]): string {
  const known = PERMISSIONS.filter((one) => permissions.includes(one));
  const unknown = permissions.filter((one) => !known.some((other) => other === one));
  return formatList([...known.map((one) => permissionText(one).name), ...unknown]);
}
