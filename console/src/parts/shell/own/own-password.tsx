import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@offhook/contract/limits';
import { t } from '@offhook/i18n/console';
import { useApiMutation } from '../../../queries.ts';
import { FormDialog } from '../../dialogs/form-dialog.tsx';
import { PlainDialog } from '../../dialogs/plain-dialog.tsx';
import { useFields } from '../../forms/fields.ts';
import { TextField } from '../../forms/text-field.tsx';

export function OwnPassword({ onClose }: { readonly onClose: () => void }) {
  const { form, text } = useFields({ current_password: '', new_password: '' });
  const request = useApiMutation('changePassword', []);
  if (request.data) return <Changed ended={request.data.ended} onClose={onClose} />;
  return (
    <FormDialog
      action={t('action.changePassword')}
      onClose={onClose}
      onSubmit={() => request.mutate({ body: form })}
      request={request}
      title={t('action.changePassword')}
    >
      <TextField
        {...text('current_password')}
        autoComplete="current-password"
        hint={t('password.current.hint')}
        label={t('password.current')}
        maxLength={PASSWORD_MAX_LENGTH}
        required
        type="password"
      />
      <TextField
        {...text('new_password')}
        autoComplete="new-password"
        hint={t('password.new.hint', { count: PASSWORD_MIN_LENGTH })}
        label={t('password.new')}
        maxLength={PASSWORD_MAX_LENGTH}
        minLength={PASSWORD_MIN_LENGTH}
        required
        type="password"
      />
    </FormDialog>
  );
}

function Changed({ ended, onClose }: { readonly ended: number; readonly onClose: () => void }) {
  return (
    <PlainDialog action={t('action.close')} onClose={onClose} title={t('password.changed.title')}>
      <p role="status">{t('password.changed.ended', { count: ended })}</p>
    </PlainDialog>
  );
}
