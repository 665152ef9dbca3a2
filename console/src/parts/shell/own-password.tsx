import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@offhook/contract/limits';
import { useTell } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { useFields } from '../forms/fields.ts';
import { TextField } from '../forms/text-field.tsx';

/** The signed-in user changes their own password. */
export function OwnPassword({ onClose }: { readonly onClose: () => void }) {
  const { form, text } = useFields({ current_password: '', new_password: '' });
  const tell = useTell('changePassword', []);
  if (tell.data) return <Changed ended={tell.data.ended} onClose={onClose} />;
  return (
    <FormDialog
      action="Change password"
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: form })}
      tell={tell}
      title="Change password"
    >
      <TextField
        {...text('current_password')}
        autoComplete="current-password"
        hint="If you only log in with Google, ask an administrator to set a password first."
        label="Current password"
        maxLength={PASSWORD_MAX_LENGTH}
        required
        type="password"
      />
      <TextField
        {...text('new_password')}
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. You stay logged in here and are logged out everywhere else.`}
        label="New password"
        maxLength={PASSWORD_MAX_LENGTH}
        minLength={PASSWORD_MIN_LENGTH}
        required
        type="password"
      />
    </FormDialog>
  );
}

function Changed({ ended, onClose }: { readonly ended: number; readonly onClose: () => void }) {
  const sessions = ended === 1 ? '1 other session' : `${ended} other sessions`;
  return (
    <PlainDialog action="Close" onClose={onClose} title="Password changed">
      <p role="status">{ended === 0 ? 'Use the new password from now on.' : `${sessions} ended.`}</p>
    </PlainDialog>
  );
}
