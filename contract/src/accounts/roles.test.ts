import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from './permissions.ts';
import { ROLE_PERMISSIONS, ROLES, type Role, roleOf } from './roles.ts';

describe('roles', () => {
  it.each<[permissions: readonly string[], role: Role | 'custom']>([
    [['app-sms', 'app-retry', 'app-autoaccept'], 'agent'],
    [['app-autoaccept', 'app-retry', 'app-sms', 'app-sms'], 'agent'],
    [['app-sms', 'app-retry', 'app-autoaccept', 'listen', 'whisper', 'barge'], 'supervisor'],
    [[...PERMISSIONS], 'administrator'],
    [[], 'custom'],
    [['admin'], 'custom'],
    [['app-sms', 'app-retry', 'app-autoaccept', 'listen'], 'custom'],
    [['app-sms', 'app-retry', 'app-autoaccept', 'of-a-newer-server'], 'custom'],
  ])('the permissions %j are the role %s', (permissions, role) => {
    expect(roleOf(permissions)).toBe(role);
  });

  it('a role is shown exactly for its own permissions, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...PERMISSIONS]), (permissions) => {
        const role = roleOf(permissions);
        const equal = ROLES.filter(
          (one) => [...ROLE_PERMISSIONS[one]].sort().join() === [...permissions].sort().join(),
        );
        expect(role).toBe(equal[0] ?? 'custom');
      }),
    );
  });
});
