import type { ConsoleTeamDetail } from '@offhook/contract/console/people/team-entities';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { TextField } from '../forms/text-field.tsx';

interface Props {
  readonly onAdded: (team: ConsoleTeamDetail) => void;
  readonly onClose: () => void;
}

/** The account's first team becomes its default. */
export function NewTeam({ onAdded, onClose }: Props) {
  const [name, setName] = useState('');
  const teams = useApiQuery('listTeams', {});
  const isFirst = teams.data?.data.length === 0;
  const request = useApiMutation('addTeam', ['listTeams']);
  const add = () =>
    request.mutate(
      { body: { name, ...(isFirst && { is_default: true }) } },
      { onSuccess: ({ team }) => onAdded(team) },
    );
  return (
    <FormDialog
      action={t('action.add')}
      onClose={onClose}
      onSubmit={add}
      request={request}
      title={t('teams.add')}
    >
      <TextField
        hint={t('teams.add.hint')}
        label={t('field.name')}
        maxLength={100}
        onText={setName}
        required
        value={name}
      />
    </FormDialog>
  );
}
