import type { Consultation, Invitation, Inviter } from '@offhook/contract/calls/hand-over';
import { aliasedTable, and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { pictureUrl } from '../../accounts/pictures/picture-url.ts';
import type { Database } from '../../platform/database/database.ts';
import { calls, callUsers, legs, notes, teamMembers, teams, users } from '../../platform/database/schema.ts';
import { newestInvitation } from '../core/invitation.ts';
import { isLeadHoldPending } from './lead-hold.ts';
import { readRunningNote } from './running-note.ts';

const INVITATIONS = ['transfer', 'conference'] as const;

export async function readInvitation(
  db: Database,
  callId: number,
  callUserId: number,
  now: number,
): Promise<Invitation | null> {
  const rows = await db
    .select({
      id: callUsers.id,
      type: callUsers.type,
      status: callUsers.status,
      userId: users.id,
      name: users.full_name,
      storedPicture: users.profile_picture,
      teamName: sql<
        string | null
      >`(select ${teams.name} from ${teamMembers} join ${teams} on ${teams.id} = ${teamMembers.team_id}
        where ${teamMembers.user_id} = ${users.id} order by ${teams.id} limit 1)`,
      team: { id: teams.id, name: teams.name },
      reason: callUsers.invite_reason,
      consults: callUsers.consults,
      createdAt: callUsers.created_at,
      endedAt: callUsers.ended_at,
    })
    .from(callUsers)
    .innerJoin(users, eq(users.id, callUsers.user_id))
    .leftJoin(teams, eq(teams.id, callUsers.invited_team_id))
    .where(
      and(
        eq(callUsers.call_id, callId),
        eq(callUsers.invited_by, callUserId),
        inArray(callUsers.type, [...INVITATIONS]),
      ),
    )
    .orderBy(asc(callUsers.id));
  const consulted = rows.find(({ consults, status }) => consults && status === 'accepted');
  const joins = consulted && (await isLeadHoldPending(db, callId, consulted.id));
  return newestInvitation(
    rows.flatMap(({ id, type, team, createdAt, endedAt, storedPicture, ...row }) => {
      const invitation = INVITATIONS.find((one) => one === type);
      if (!invitation) return [];
      return {
        ...row,
        ...(joins && id === consulted.id && { status: 'ringing' as const }),
        type: invitation,
        picture: pictureUrl('users', row.userId, storedPicture),
        invitedTeam: team,
        rungAt: createdAt.getTime(),
        endedAt: endedAt?.getTime() ?? null,
      };
    }),
    now,
  );
}

/** Null if no agent invited this one. */
export async function readInviter(
  db: Database,
  callUser: Pick<
    typeof callUsers.$inferSelect,
    'type' | 'user_id' | 'invited_by' | 'invite_reason' | 'consults'
  >,
  { id, lead_id, parked }: Pick<typeof calls.$inferSelect, 'id' | 'lead_id' | 'parked'>,
): Promise<Inviter | null> {
  const { type, user_id: userId, invited_by: invitedBy, invite_reason: reason, consults } = callUser;
  if (invitedBy === null || !INVITATIONS.some((one) => one === type)) return null;
  const name = await readInviterName(db, invitedBy);
  if (name === null) return null;
  const running = await readRunningNote(db, id, userId);
  const note = running?.content ?? (await readNewestNote(db, lead_id));
  return {
    name,
    reason,
    note,
    consult: consults,
    ...(parked !== null && { parked: true, is_own: parked.userId === userId }),
  };
}

export async function readInviterName(db: Database, invitedBy: number): Promise<string | null> {
  const inviter = aliasedTable(callUsers, 'inviter');
  const [row] = await db
    .select({ name: users.full_name })
    .from(inviter)
    .innerJoin(users, eq(users.id, inviter.user_id))
    .where(eq(inviter.id, invitedBy));
  return row?.name ?? null;
}

async function readNewestNote(db: Database, leadId: number | null): Promise<string | null> {
  if (leadId === null) return null;
  const [note] = await db
    .select({ content: notes.content })
    .from(notes)
    .innerJoin(calls, eq(calls.id, notes.call_id))
    .where(eq(calls.lead_id, leadId))
    .orderBy(desc(notes.id))
    .limit(1);
  return note?.content ?? null;
}

/** Null if this agent neither started a consultation nor was asked for one. For the agent it starts with the lead's hold. */
export async function readConsultation(
  db: Database,
  callId: number,
  callUserId: number,
  now: number,
): Promise<Consultation | null> {
  const agent = aliasedTable(callUsers, 'agent');
  const [found] = await db
    .select({ agent, colleague: callUsers })
    .from(callUsers)
    .innerJoin(agent, eq(agent.id, callUsers.invited_by))
    .where(
      and(
        eq(callUsers.call_id, callId),
        eq(callUsers.consults, true),
        eq(callUsers.status, 'accepted'),
        eq(agent.status, 'accepted'),
      ),
    );
  if (!found || (found.agent.id !== callUserId && found.colleague.id !== callUserId)) return null;
  const isAgent = found.agent.id === callUserId;
  if (isAgent && (await isLeadHoldPending(db, callId, found.colleague.id))) return null;
  const other = isAgent ? found.colleague : found.agent;
  const [user] = await db.select().from(users).where(eq(users.id, other.user_id));
  const parties = await db
    .select({ id: legs.id })
    .from(legs)
    .where(and(eq(legs.call_id, callId), ne(legs.kind, 'agent'), isNull(legs.ended_at)));
  const acceptedAt = found.colleague.accepted_at?.getTime() ?? now;
  return {
    role: isAgent ? 'agent' : 'colleague',
    name: user?.full_name ?? '',
    profile_picture: pictureUrl('users', other.user_id, user?.profile_picture ?? null),
    seconds: Math.max(0, Math.round((now - acceptedAt) / 1_000)),
    is_connected: other.vanished_at === null,
    lead_left: parties.length === 0,
  };
}
