import { hasPermission, isSupervisor } from '@offhook/contract/accounts/permissions';
import { t } from '@offhook/i18n/console';

/** Administrators aren't limited, and others supervise no one. */
export function canBeLimited(user: { readonly permissions: readonly string[] }): boolean {
  return isSupervisor(user) && !hasPermission(user, 'admin');
}

/** @param teamIds null for the whole account */
export function supervisionProblem(teamIds: readonly number[] | null): string | null {
  return teamIds?.length === 0 ? t('problem.supervisedTeams') : null;
}
