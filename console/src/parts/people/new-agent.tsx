import { t } from '@offhook/i18n/console';
import { useNavigate } from 'react-router';
import { useTell } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useFields } from '../forms/fields.ts';
import { TextField } from '../forms/text-field.tsx';
import { chosenPassword, NewPasswordField } from './new-password-field.tsx';

/** Email and name make an agent; rights, teams and hours come on the agent's own page, which is shown next. */
export function NewAgent({ onClose }: { readonly onClose: () => void }) {
  const { form, text } = useFields({ full_name: '', email: '', password: '' });
  const tell = useTell('addAgent', ['listAgents']);
  const navigate = useNavigate();
  const made = tell.data;
  const goOn = (id: number) => void navigate(`/agents/${id}`);
  if (made?.password) {
    return (
      <SecretDialog
        label={t('field.password')}
        onClose={() => goOn(made.agent.id)}
        secret={made.password}
        title={t('agents.added', { name: made.agent.full_name })}
      />
    );
  }
  const add = () =>
    tell.mutate(
      { body: { email: form.email, full_name: form.full_name, ...chosenPassword(form) } },
      { onSuccess: (answer) => answer.password === null && goOn(answer.agent.id) },
    );
  return (
    <FormDialog action={t('action.add')} onClose={onClose} onSubmit={add} tell={tell} title={t('agents.add')}>
      <TextField
        {...text('full_name')}
        autoComplete="off"
        label={t('agent.fullName')}
        maxLength={200}
        required
      />
      <TextField
        {...text('email')}
        autoComplete="off"
        label={t('field.email')}
        maxLength={254}
        required
        type="email"
      />
      <NewPasswordField {...text('password')} label={t('field.password')} />
    </FormDialog>
  );
}
