import { ROLES, type Role } from '@offhook/contract/accounts/roles';
import { t } from '@offhook/i18n/console';

const NAMES = {
  agent: 'role.agent',
  supervisor: 'role.supervisor',
  administrator: 'role.administrator',
} as const satisfies Record<Role, string>;

export function roleName(role: Role | 'custom'): string {
  return role === 'custom' ? t('role.custom') : t(NAMES[role]);
}

export function roleHint(role: Role | 'custom'): string {
  return role === 'custom' ? t('role.custom.hint') : t(`${NAMES[role]}.hint`);
}

/** Only a preset can be chosen; a custom role is listed while the user has it. */
export function roleChoices(
  current: Role | 'custom' = 'agent',
): readonly (readonly [Role | 'custom', string])[] {
  const shown: readonly (Role | 'custom')[] = current === 'custom' ? [...ROLES, 'custom'] : ROLES;
  return shown.map((role) => [role, roleName(role)] as const);
}
