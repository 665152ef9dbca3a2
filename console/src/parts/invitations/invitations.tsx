import { roleOf } from '@offhook/contract/accounts/roles';
import type { ConsoleInvitation } from '@offhook/contract/console/people/invitation-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { rich, t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { useConsole } from '../../console-context.ts';
import { invitationState } from '../../core/invitations/invitation-text.ts';
import { roleName } from '../../core/invitations/role-names.ts';
import { toMs } from '../../moments.ts';
import { type RequestAnswer, useApiMutation } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { type Column, Muted } from '../tables/data-table.tsx';
import { Rows } from '../tables/list.tsx';
import styles from './invitations.module.css';

const c = classes(styles);

const namesOf = (teams: readonly { readonly name: string }[]) => formatList(teams.map(({ name }) => name));

/** People who haven't accepted yet. Without any, there is no card. */
export function Invitations({ data, sends_mail: sendsMail }: RequestAnswer<'listInvitations'>) {
  const resend = useApiMutation('resendInvitation', ['listInvitations']);
  const link = useApiMutation('createInvitationLink', ['listInvitations']);
  const revoke = useApiMutation('revokeInvitation', ['listInvitations']);
  const { openQuestion, question } = useQuestion(({ id, email }: ConsoleInvitation) => ({
    action: t('invitation.revoke'),
    onAction: () => revoke.mutate({ params: { id } }),
    text: t('invitation.revoke.text'),
    title: t('invitation.revoke.title', { email }),
  }));
  const failed = [resend, link, revoke].find(({ error }) => error !== null);
  if (data.length === 0) return null;
  const columns: readonly Column<ConsoleInvitation>[] = [
    {
      head: t('invitation.person'),
      cell: ({ full_name, email }) => (
        <>
          {full_name}
          <span className={c(full_name === '' ? 'only' : 'second')} dir="ltr">
            {email}
          </span>
        </>
      ),
    },
    {
      head: t('field.status'),
      cell: (invitation) => <State invitation={invitation} />,
    },
    {
      head: t('role.title'),
      cell: ({ permissions, teams, supervised_teams: supervised }) => (
        <Muted>
          {roleName(roleOf(permissions))}
          <span className={c('second')}>{namesOf(teams) || t('invitation.noTeam')}</span>
          {supervised !== null && (
            <span className={c('second')}>{t('supervision.invited', { teams: namesOf(supervised) })}</span>
          )}
        </Muted>
      ),
    },
    {
      head: t('field.actions'),
      ownLine: true,
      cell: (invitation) => {
        const { id, email } = invitation;
        return (
          <span className={c('actions')}>
            {sendsMail && (
              <SmallButton
                aria-label={t('invitation.resend.label', { email })}
                disabled={resend.isPending}
                variant="plain"
                onClick={() => resend.mutate({ params: { id } })}
              >
                {t('invitation.resend')}
              </SmallButton>
            )}
            <SmallButton
              aria-label={t('invitation.copyLink.label', { email })}
              disabled={link.isPending}
              variant="plain"
              onClick={() => link.mutate({ params: { id } })}
            >
              {t('invitation.copyLink')}
            </SmallButton>
            <SmallButton
              aria-label={t('invitation.revoke.label', { email })}
              variant="plain"
              onClick={() => openQuestion(invitation)}
            >
              {t('invitation.revoke')}
            </SmallButton>
          </span>
        );
      },
    },
  ];
  return (
    <Card flush title={t('invitations.title')}>
      <Banner text={failed?.error?.message ?? null} />
      <Rows caption={t('invitations.title')} columns={columns} empty="" keyOf={({ id }) => id} rows={data} />
      {question}
      {link.data && (
        <SecretDialog
          label={t('invitation.link')}
          onClose={() => link.reset()}
          secret={link.data.link}
          text={t('invitation.link.text')}
          title={t('invitation.link')}
        />
      )}
    </Card>
  );
}

function State({ invitation }: { readonly invitation: ConsoleInvitation }) {
  const { clock } = useConsole();
  const { expires_at: expiresAt, mail_error: error } = invitation;
  const isExpired = toMs(expiresAt) <= clock.now();
  return (
    <Muted>
      {invitationState(invitation, isExpired)}
      {!isExpired && (
        <span className={c('second')}>
          <Rich parts={rich('invitation.expires', { time: <Moment at={expiresAt} /> })} />
        </span>
      )}
      {error !== null && (
        <span className={c('second')} dir="ltr">
          {error}
        </span>
      )}
    </Muted>
  );
}
