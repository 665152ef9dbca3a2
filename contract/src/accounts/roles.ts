/** A role is a preset of permissions. It isn't stored: it's the preset that a user's permissions equal. */
import { PERMISSIONS, type Permission } from './permissions.ts';

const AGENT: readonly Permission[] = ['app-sms', 'app-retry', 'app-autoaccept'];

export const ROLE_PERMISSIONS = {
  agent: AGENT,
  supervisor: [...AGENT, 'listen', 'whisper', 'barge'],
  administrator: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof ROLE_PERMISSIONS;
export const ROLES = Object.keys(ROLE_PERMISSIONS) as readonly Role[];

/** `custom`: the permissions differ from every preset. */
export function roleOf(permissions: readonly string[]): Role | 'custom' {
  const held = new Set(permissions);
  const isPreset = (role: Role) => {
    const preset: readonly string[] = ROLE_PERMISSIONS[role];
    return preset.length === held.size && preset.every((permission) => held.has(permission));
  };
  return ROLES.find(isPreset) ?? 'custom';
}
