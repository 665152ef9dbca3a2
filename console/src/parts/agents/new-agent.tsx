import { ROLE_PERMISSIONS, type Role } from '@offhook/contract/accounts/roles';
import { t } from '@offhook/i18n/console';
import { useNavigate } from 'react-router';
import { roleChoices } from '../../core/invitations/role-names.ts';
import { useApiMutation } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { Choice } from '../forms/choice.tsx';
import { useFields } from '../forms/fields.ts';
import { TextField } from '../forms/text-field.tsx';
import { chosenPassword, NewPasswordField } from './new-password-field.tsx';

/** Creates an agent and opens their page, where teams and hours are set. */
export function NewAgent({ onClose }: { readonly onClose: () => void }) {
  const { form, set, text } = useFields({ full_name: '', email: '', password: '', role: 'agent' as Role });
  const request = useApiMutation('addAgent', ['listAgents']);
  const navigate = useNavigate();
  const added = request.data;
  const openAgent = (id: number) => void navigate(`/agents/${id}`);
  if (added?.password) {
    return (
      <SecretDialog
        label={t('field.password')}
        onClose={() => openAgent(added.agent.id)}
        secret={added.password}
        title={t('agents.added', { name: added.agent.full_name })}
      />
    );
  }
  const add = () =>
    request.mutate(
      {
        body: {
          email: form.email,
          full_name: form.full_name,
          permissions: [...ROLE_PERMISSIONS[form.role]],
          ...chosenPassword(form),
        },
      },
      { onSuccess: (answer) => answer.password === null && openAgent(answer.agent.id) },
    );
  return (
    <FormDialog
      action={t('action.add')}
      onClose={onClose}
      onSubmit={add}
      request={request}
      title={t('agents.add')}
    >
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
      <Choice
        choices={roleChoices()}
        label={t('role.title')}
        onText={(role) => set({ role: role as Role })}
        value={form.role}
      />
      <NewPasswordField {...text('password')} label={t('field.password')} />
    </FormDialog>
  );
}
