/** The permissions as people say them. */
import { PERMISSIONS, type Permission } from '@offhook/contract/permissions';

export interface PermissionWords {
  readonly name: string;
  readonly about: string;
}

export const PERMISSION_WORDS: Readonly<Record<Permission, PermissionWords>> = {
  'app-sms': { name: 'Send texts', about: 'Texts to leads after a call.' },
  'app-retry': { name: 'Retry', about: 'Calls a lead once more after a miss.' },
  'app-autoaccept': { name: 'Auto accept', about: 'Can let leads be answered without a click.' },
  listen: { name: 'Listen', about: 'Hears the calls of others, unheard.' },
  whisper: { name: 'Whisper', about: 'Talks to an agent in a call; the lead does not hear it.' },
  barge: { name: 'Barge', about: 'Joins the calls of others, heard by all.' },
  admin: { name: 'Administrator', about: 'Changes everything here.' },
};

/** 'Send texts, Listen'; what is not known is said as it is. */
export function permissionWords(permissions: readonly string[]): string {
  const known = PERMISSIONS.filter((one) => permissions.includes(one));
  const unknown = permissions.filter((one) => !known.some((other) => other === one));
  return [...known.map((one) => PERMISSION_WORDS[one].name), ...unknown].join(', ');
}
