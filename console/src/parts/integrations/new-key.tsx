import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { useApiMutation } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { TextField } from '../forms/text-field.tsx';

interface Props {
  /** Gets the key, which is shown only now. */
  readonly onCreated?: (secret: string) => void;
  readonly onClose: () => void;
}

export function NewKey({ onCreated, onClose }: Props) {
  const [name, setName] = useState('');
  const request = useApiMutation('addApiKey', ['listApiKeys']);
  if (request.data)
    return (
      <SecretDialog
        label={t('apiKey.secret')}
        onClose={onClose}
        secret={request.data.secret}
        title={request.data.key.name}
      />
    );
  return (
    <FormDialog
      action={t('action.create')}
      onClose={onClose}
      onSubmit={() => request.mutate({ body: { name } }, { onSuccess: ({ secret }) => onCreated?.(secret) })}
      request={request}
      title={t('apiKey.create.title')}
    >
      <TextField
        hint={t('apiKey.name.hint')}
        label={t('field.name')}
        maxLength={100}
        onText={setName}
        required
        value={name}
      />
    </FormDialog>
  );
}
