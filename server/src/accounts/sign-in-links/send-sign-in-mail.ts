// The token is created when the mail is sent, so that the work queue never holds a working link. A retry creates
// another one, because the first mail may have arrived although the server's answer was lost.

import { INVITATION_DAYS, RESET_MINUTES } from '@offhook/contract/limits';
import { and, eq } from 'drizzle-orm';
import { backOff } from '../../platform/core/retry.ts';
import { transaction } from '../../platform/database/database.ts';
import type { DatabaseAndClock } from '../../platform/database/query-time.ts';
import { accounts, userInvitations, users } from '../../platform/database/schema.ts';
import type { MailText } from '../../platform/mail/core/mail-text.ts';
import type { MailFailure } from '../../platform/mail/mail-failure.ts';
import type { Mail, Mailer } from '../../platform/mail/mailer.ts';
import type { RealtimePublisher } from '../../platform/realtime/realtime-publisher.ts';
import { DONE, type EffectOf } from '../../platform/work-queue/effect-result.ts';
import type { EffectRow } from '../../platform/work-queue/effect-rows.ts';
import type { EffectResult } from '../../platform/work-queue/effects-worker.ts';
import { invitationMail, passwordResetMail } from './core/sign-in-mail-texts.ts';
import { createInvitationToken } from './invitations.ts';
import { createToken, deleteToken } from './sign-in-tokens.ts';
import { invitationUrl, newPasswordUrl } from './sign-in-url.ts';

export interface SignInMailDeps extends DatabaseAndClock {
  /** null: this installation sends no mail. */
  readonly mailer: Mailer | null;
  readonly publicUrl: string;
  /** Notified of what became of an invitation's mail. */
  readonly realtime: Pick<RealtimePublisher, 'settingsUpdated'>;
}

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 15 * 60_000;
/** Mail servers are rarely away for longer, and an administrator sees the failure. */
const INVITATION_LIMIT_MS = 24 * 3_600_000;
/** Then the person has asked again, or an administrator. */
const RESET_LIMIT_MS = 3_600_000;

export async function sendInvitation(
  deps: SignInMailDeps,
  row: EffectRow,
  { invitationId: id }: EffectOf<'sendInvitation'>,
): Promise<EffectResult> {
  const { db, clock } = deps;
  const [found] = await db
    .select({ invitation: userInvitations, account: accounts, inviter: users.full_name })
    .from(userInvitations)
    .innerJoin(accounts, eq(accounts.id, userInvitations.account_id))
    .leftJoin(users, eq(users.id, userInvitations.invited_by))
    .where(and(eq(userInvitations.id, id), eq(userInvitations.mail_status, 'queued')));
  if (!found) return DONE;
  const { invitation, account, inviter } = found;
  const result = await send(deps, row, INVITATION_LIMIT_MS, {
    to: { name: invitation.full_name, address: invitation.email },
    createToken: (at) => transaction(db, (tx) => createInvitationToken(tx, id, at)),
    textOf: (token) =>
      invitationMail(account.language, {
        account: account.name,
        inviter,
        days: INVITATION_DAYS,
        url: invitationUrl(deps.publicUrl, token),
      }),
  });
  const status = result.type === 'done' ? 'sent' : result.type === 'givenUp' ? 'failed' : 'queued';
  const error = 'error' in result ? result.error : null;
  await db
    .update(userInvitations)
    .set({ mail_status: status, mail_at: new Date(clock.now()), mail_error: error })
    .where(eq(userInvitations.id, id));
  deps.realtime.settingsUpdated(account.id);
  return result;
}

export async function sendPasswordReset(
  deps: SignInMailDeps,
  row: EffectRow,
  { email }: EffectOf<'sendPasswordReset'>,
): Promise<EffectResult> {
  const { db } = deps;
  const [user] = await db
    .select({ id: users.id, name: users.full_name, own: users.language, account: accounts.language })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.account_id))
    .where(and(eq(users.email, email), eq(users.active, true)));
  if (!user) return DONE;
  return send(deps, row, RESET_LIMIT_MS, {
    to: { name: user.name, address: email },
    createToken: (at) => {
      const expiresAt = at + RESET_MINUTES * 60_000;
      return transaction(db, (tx) => createToken(tx, { user_id: user.id }, { at, expiresAt }));
    },
    textOf: (token) =>
      passwordResetMail(user.own ?? user.account, {
        minutes: RESET_MINUTES,
        url: newPasswordUrl(deps.publicUrl, token),
      }),
  });
}

interface Letter {
  readonly to: Mail['to'];
  readonly createToken: (at: number) => Promise<string>;
  readonly textOf: (token: string) => MailText;
}

type SendResult = Exclude<EffectResult, { readonly type: 'marked' }>;

async function send(
  { db, clock, mailer, publicUrl }: SignInMailDeps,
  row: EffectRow,
  limitMs: number,
  { to, createToken, textOf }: Letter,
): Promise<SendResult> {
  if (mailer === null) return { type: 'givenUp', error: 'SMTP_URL is not set' };
  const token = await createToken(clock.now());
  const messageId = `<effect-${row.id}-${row.createdAt}@${new URL(publicUrl).hostname}>`;
  const failure = await mailer.send({ ...textOf(token), to, messageId });
  if (failure === null) return { type: 'done' };
  if (!failure.isUncertain) await deleteToken(db, token);
  return nextAttempt(row, failure, clock.now() - row.createdAt < limitMs);
}

function nextAttempt({ attempts }: EffectRow, { kind, reason }: MailFailure, mayRetry: boolean): SendResult {
  if (kind === 'permanent' || !mayRetry) return { type: 'givenUp', error: reason };
  return { type: 'again', inMs: backOff(attempts, FIRST_RETRY_MS, LONGEST_RETRY_MS), error: reason };
}
