// An open invitation is a row. Accepting or revoking it deletes the row, and with it its links.

import { toEmail } from '@offhook/contract/accounts/email-address';
import type { InvitationOutcome } from '@offhook/contract/console/people/invitation-entities';
import { INVITATION_DAYS, MAX_OPEN_INVITATIONS } from '@offhook/contract/limits';
import { and, count, eq, lt } from 'drizzle-orm';
import { requireAccountRow } from '../../platform/database/account-rows.ts';
import type { Database } from '../../platform/database/database.ts';
import { teams, userInvitations, users } from '../../platform/database/schema.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { scheduleEffects } from '../../platform/work-queue/effect-rows.ts';
import type { ChangeContext, ChangeResult, Id } from '../settings/change.ts';
import type { ConsoleBody } from '../settings/request.ts';
import { lockAccount } from '../settings/rules.ts';
import { createToken } from './sign-in-tokens.ts';

type Invitation = typeof userInvitations.$inferSelect;

const DAY_MS = 86_400_000;
/** Between two mails to one person. */
const MAIL_INTERVAL_MS = 60_000;
/** An expired invitation can be sent again until then. */
const KEEP_EXPIRED_DAYS = 30;

interface Outcome {
  readonly email: string;
  readonly outcome: InvitationOutcome;
  /** Of the link to hand over. */
  readonly token: string | null;
}

/**
 * An email with a login in another account gets an invitation like any other, so that the answer doesn't reveal it.
 * @throws ApiError badTeam
 */
export async function inviteUsers(
  { tx, accountId, by, at }: ChangeContext,
  {
    people,
    permissions,
    team_ids: teamIds,
    supervised_team_ids: supervised,
    sendsMail,
  }: ConsoleBody<'invite'> & { readonly sendsMail: boolean },
): Promise<ChangeResult & { readonly outcomes: readonly Outcome[] }> {
  // Concurrent requests must count each other's invitations.
  await lockAccount(tx, accountId);
  for (const id of [...teamIds, ...(supervised ?? [])])
    await requireAccountRow(tx, teams, accountId, id, 'badTeam');
  let open = await countOpen(tx, accountId);
  const invited = new Map<string, Outcome>();
  const outcomes: Outcome[] = [];
  const ids: number[] = [];
  for (const { email: typed, full_name } of people) {
    const email = toEmail(typed);
    const settled = (outcome: InvitationOutcome) =>
      outcomes.push({ email: email ?? typed, outcome, token: null });
    if (email === null) settled('invalid');
    else if (invited.has(email)) outcomes.push(invited.get(email) as Outcome);
    else if (await isMember(tx, accountId, email)) settled('member');
    else {
      const before = await findOpen(tx, accountId, email);
      if (!before && open >= MAX_OPEN_INVITATIONS) {
        settled('full');
        continue;
      }
      if (!before) open += 1;
      const fields = {
        full_name: full_name || before?.full_name || '',
        permissions: [...new Set(permissions)],
        team_ids: [...new Set(teamIds)],
        supervised_team_ids: supervised && [...new Set(supervised)],
        invited_by: by,
      };
      const id = await save(tx, { accountId, email, at }, fields);
      const token = sendsMail ? null : await createInvitationToken(tx, id, at);
      if (sendsMail && !(before && isMailedJustNow(before, at))) await queueMail(tx, id, at);
      const outcome = { email, outcome: 'invited', token } as const;
      invited.set(email, outcome);
      outcomes.push(outcome);
      ids.push(id);
    }
  }
  return { outcomes, subject: `invitations: ${ids.length === 0 ? 'nothing' : ids.join(', ')}` };
}

/** @throws ApiError notFound, mailedJustNow */
export async function resendInvitation(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult> {
  const invitation = await lockInvitation(tx, accountId, id);
  if (isMailedJustNow(invitation, at)) throw new ApiError('mailedJustNow');
  await queueMail(tx, id, at);
  return { subject: `invitation ${id}: resent` };
}

/** @throws ApiError notFound */
export async function createInvitationLink(
  { tx, accountId, at }: ChangeContext,
  { id }: Id,
): Promise<ChangeResult & { readonly token: string }> {
  await lockInvitation(tx, accountId, id);
  return { token: await createInvitationToken(tx, id, at), subject: `invitation ${id}: link` };
}

/** @throws ApiError notFound */
export async function revokeInvitation({ tx, accountId }: ChangeContext, { id }: Id): Promise<ChangeResult> {
  await lockInvitation(tx, accountId, id);
  await tx.delete(userInvitations).where(eq(userInvitations.id, id));
  return { subject: `invitation ${id}: revoked` };
}

/** Emails of people who never became users are personal data. */
export async function deleteOldInvitations(tx: Database, accountId: number, now: number): Promise<void> {
  const before = new Date(now - KEEP_EXPIRED_DAYS * DAY_MS);
  await tx
    .delete(userInvitations)
    .where(and(eq(userInvitations.account_id, accountId), lt(userInvitations.expires_at, before)));
}

export async function createInvitationToken(tx: Database, id: number, at: number): Promise<string> {
  const expiresAt = at + INVITATION_DAYS * DAY_MS;
  await tx
    .update(userInvitations)
    .set({ expires_at: new Date(expiresAt) })
    .where(eq(userInvitations.id, id));
  return createToken(tx, { invitation_id: id }, { at, expiresAt });
}

async function countOpen(tx: Database, accountId: number): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(userInvitations)
    .where(eq(userInvitations.account_id, accountId));
  return row?.open ?? 0;
}

async function isMember(tx: Database, accountId: number, email: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.account_id, accountId)));
  return row !== undefined;
}

async function findOpen(tx: Database, accountId: number, email: string): Promise<Invitation | undefined> {
  const [row] = await tx
    .select()
    .from(userInvitations)
    .where(and(eq(userInvitations.account_id, accountId), eq(userInvitations.email, email)));
  return row;
}

/** An open invitation gets the new role and teams, and another week. */
async function save(
  tx: Database,
  { accountId, email, at }: { readonly accountId: number; readonly email: string; readonly at: number },
  fields: Pick<Invitation, 'full_name' | 'permissions' | 'team_ids' | 'supervised_team_ids' | 'invited_by'>,
): Promise<number> {
  const renewed = { ...fields, expires_at: new Date(at + INVITATION_DAYS * DAY_MS) };
  const [row] = await tx
    .insert(userInvitations)
    .values({
      ...renewed,
      account_id: accountId,
      email,
      created_at: new Date(at),
      mail_status: 'none',
      mail_at: new Date(at),
    })
    .onConflictDoUpdate({
      target: [userInvitations.account_id, userInvitations.email],
      set: renewed,
    })
    .returning({ id: userInvitations.id });
  return (row as { readonly id: number }).id;
}

async function lockInvitation(tx: Database, accountId: number, id: number): Promise<Invitation> {
  const [row] = await tx
    .select()
    .from(userInvitations)
    .where(and(eq(userInvitations.id, id), eq(userInvitations.account_id, accountId)))
    .for('update');
  if (!row) throw new ApiError('notFound');
  return row;
}

function isMailedJustNow({ mail_status, mail_at }: Invitation, at: number): boolean {
  return mail_status === 'queued' || (mail_status === 'sent' && at - mail_at.getTime() < MAIL_INTERVAL_MS);
}

async function queueMail(tx: Database, id: number, at: number): Promise<void> {
  await tx
    .update(userInvitations)
    .set({
      mail_status: 'queued',
      mail_at: new Date(at),
      mail_error: null,
      expires_at: new Date(at + INVITATION_DAYS * DAY_MS),
    })
    .where(eq(userInvitations.id, id));
  const effect = { kind: 'sendInvitation', invitationId: id } as const;
  await scheduleEffects(tx, [{ effect, callId: null, dueAt: at }], at);
}
