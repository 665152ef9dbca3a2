import type { ConsoleInvitation } from '@offhook/contract/console/people/invitation-entities';
import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { teams, userInvitations, users } from '../../platform/database/schema.ts';

/** Newest first. */
export async function listInvitations(db: Database, accountId: number): Promise<ConsoleInvitation[]> {
  const rows = await db
    .select({ invitation: userInvitations, invitedBy: users.full_name })
    .from(userInvitations)
    .leftJoin(users, eq(users.id, userInvitations.invited_by))
    .where(eq(userInvitations.account_id, accountId))
    .orderBy(desc(userInvitations.id));
  if (rows.length === 0) return [];
  const names = await db
    .select({ team_id: teams.id, name: teams.name })
    .from(teams)
    .where(eq(teams.account_id, accountId));
  return rows.map(({ invitation, invitedBy }) => ({
    id: invitation.id,
    email: invitation.email,
    full_name: invitation.full_name,
    permissions: invitation.permissions,
    teams: names.filter(({ team_id }) => invitation.team_ids.includes(team_id)),
    supervised_teams:
      invitation.supervised_team_ids &&
      names.filter(({ team_id }) => invitation.supervised_team_ids?.includes(team_id)),
    invited_by: invitedBy,
    created_at: invitation.created_at.toISOString(),
    expires_at: invitation.expires_at.toISOString(),
    mail_status: invitation.mail_status,
    mail_error: invitation.mail_error,
  }));
}
