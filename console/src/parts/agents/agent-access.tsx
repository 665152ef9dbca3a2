import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { HANDED_RESET_HOURS } from '@offhook/contract/limits';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import linkIcon from '@offhook/design/icons/key.svg?raw';
import reset from '@offhook/design/icons/lock_reset.svg?raw';
import logout from '@offhook/design/icons/logout.svg?raw';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { useApiMutation } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { SwitchRow } from '../forms/switch-row.tsx';
import styles from './agent-access.module.css';
import { chosenPassword, NewPasswordField } from './new-password-field.tsx';

const c = classes(styles);

interface Props {
  readonly agent: ConsoleAgent;
  readonly active: boolean;
  readonly onActive: (active: boolean) => void;
}

/** Passwords and sessions change immediately, without the page's Save. */
export function AgentAccess({ agent, active, onActive }: Props) {
  const end = useApiMutation('logOutAgent', []);
  const { openQuestion, question } = useQuestion(() => ({
    action: t('access.endSessions'),
    onAction: () => end.mutate({ params: { id: agent.id } }),
    text: t('access.endSessions.text', { name: agent.full_name }),
    title: t('access.endSessions.title'),
  }));
  const link = useApiMutation('createResetLink', []);
  const { data, isPending } = end;
  const error = end.error ?? link.error;
  return (
    <Card title={t('access.title')}>
      <Banner text={error?.message ?? null} />
      <SwitchRow
        description={t('access.active.hint')}
        label={t('access.active')}
        on={active}
        onSwitch={onActive}
      />
      <div className={c('actions')}>
        <DialogButton
          dialog={(close) => <NewPassword agent={agent} onClose={close} />}
          icon={reset}
          variant="quiet"
        >
          {t('action.resetPassword')}
        </DialogButton>
        <SmallButton
          disabled={link.isPending}
          icon={linkIcon}
          variant="quiet"
          onClick={() => link.mutate({ params: { id: agent.id } })}
        >
          {t('access.resetLink')}
        </SmallButton>
        <SmallButton disabled={isPending} icon={logout} variant="quiet" onClick={() => openQuestion()}>
          {t('access.endSessions')}
        </SmallButton>
      </div>
      <p className={c('result')} role="status">
        {data && t('access.ended', { count: data.ended })}
      </p>
      {question}
      {link.data && (
        <SecretDialog
          label={t('access.resetLink.label')}
          onClose={() => link.reset()}
          secret={link.data.link}
          text={t('access.resetLink.text', { name: agent.full_name, hours: HANDED_RESET_HOURS })}
          title={t('access.resetLink.label')}
        />
      )}
    </Card>
  );
}

function NewPassword({ agent, onClose }: { readonly agent: ConsoleAgent; readonly onClose: () => void }) {
  const [password, setPassword] = useState('');
  const request = useApiMutation('setAgentPassword', []);
  if (request.data?.password)
    return (
      <SecretDialog
        label={t('field.password')}
        onClose={onClose}
        secret={request.data.password}
        title={t('password.new')}
      />
    );
  return (
    <FormDialog
      action={t('action.resetPassword')}
      onClose={onClose}
      onSubmit={() =>
        request.mutate(
          { params: { id: agent.id }, body: chosenPassword({ password }) },
          { onSuccess: (answer) => answer.password === null && onClose() },
        )
      }
      request={request}
      title={t('action.resetPassword')}
    >
      <p>{t('password.reset.text', { name: agent.full_name })}</p>
      <NewPasswordField label={t('password.new')} onText={setPassword} value={password} />
    </FormDialog>
  );
}
