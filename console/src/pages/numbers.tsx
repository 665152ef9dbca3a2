import type { ConsoleNumber } from '@offhook/contract/console/console-entities';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Select } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import remove from '@offhook/design/icons/delete.svg?raw';
import edit from '@offhook/design/icons/edit.svg?raw';
import { useState } from 'react';
import { Card } from '../parts/cards/card.tsx';
import { DialogButton } from '../parts/dialogs/dialog-button.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { useQuestion } from '../parts/dialogs/use-question.tsx';
import { type Fields, useFields } from '../parts/forms/fields.ts';
import { TextField } from '../parts/forms/text-field.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, Soft } from '../parts/tables/data-table.tsx';
import { List } from '../parts/tables/list.tsx';
import { useAsk, useTell } from '../queries.ts';

/** The account's phone numbers: which team's calls arrive on each. */
export function NumbersPage() {
  const query = useAsk('listNumbers', {});
  const [editing, setEditing] = useState<ConsoleNumber | null>(null);
  const tell = useTell('removeNumber', ['listNumbers', 'listTeams']);
  const { ask, question } = useQuestion((number: ConsoleNumber) => ({
    action: 'Remove',
    onAction: () => tell.mutate({ params: { id: number.id } }),
    text: 'Only a number that no call has used can be removed.',
    title: `Remove ${number.phone_number_formatted}?`,
  }));
  const columns: readonly Column<ConsoleNumber>[] = [
    { head: 'Number', cell: (number) => <bdi dir="ltr">{number.phone_number_formatted}</bdi> },
    { head: 'Name', cell: ({ name }) => <Soft>{name ?? 'None'}</Soft> },
    { head: 'Team', cell: ({ team }) => <Soft>{team.name}</Soft> },
    { head: 'Calls', cell: ({ is_ready }) => <Soft>{is_ready ? 'Arrive here' : 'Not set up yet'}</Soft> },
    {
      head: 'Actions',
      acts: true,
      cell: (number) => (
        <>
          <IconButton
            icon={edit}
            look="row"
            name={`Edit ${number.phone_number_formatted}`}
            onClick={() => setEditing(number)}
          />
          <IconButton
            icon={remove}
            look="row"
            name={`Remove ${number.phone_number_formatted}`}
            onClick={() => ask(number)}
          />
        </>
      ),
    },
  ];
  return (
    <Page
      end={
        <DialogButton dialog={(close) => <NewNumber onClose={close} />} icon={add} look="primary">
          Add a number
        </DialogButton>
      }
      error={tell.error?.message ?? null}
      title="Numbers"
    >
      <Card flush title="All numbers">
        <List
          caption="Numbers"
          columns={columns}
          empty="There are no numbers yet. Agents need one to call from."
          expected={3}
          query={query}
        />
      </Card>
      {editing && <EditNumber number={editing} onClose={() => setEditing(null)} />}
      {question}
    </Page>
  );
}

interface NumberForm {
  readonly name: string;
  readonly team_id: string;
}

function NameAndTeam({ text, choice }: Pick<Fields<NumberForm>, 'text' | 'choice'>) {
  const teams = useAsk('listTeams', {});
  const { value, onText } = choice('team_id');
  return (
    <>
      <Banner text={teams.error?.message ?? null} />
      <Select label="Team" onChange={({ target }) => onText(target.value)} required value={value}>
        <option disabled value="">
          Choose a team
        </option>
        {teams.data?.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextField
        {...text('name')}
        hint="What agents read when they choose a caller ID. Empty: none."
        label="Name"
        maxLength={100}
      />
    </>
  );
}

function NewNumber({ onClose }: { readonly onClose: () => void }) {
  const { form, text, choice } = useFields({ phone_number: '', team_id: '', name: '' });
  const tell = useTell('addNumber', ['listNumbers', 'listTeams']);
  return (
    <FormDialog
      action="Add"
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: form }, { onSuccess: onClose })}
      tell={tell}
      title="Add a number"
    >
      <TextField
        {...text('phone_number')}
        dir="ltr"
        label="Phone number"
        maxLength={250}
        required
        type="tel"
      />
      <NameAndTeam choice={choice} text={text} />
    </FormDialog>
  );
}

function EditNumber({ number, onClose }: { readonly number: ConsoleNumber; readonly onClose: () => void }) {
  const { form, text, choice } = useFields({ name: number.name ?? '', team_id: String(number.team.id) });
  const tell = useTell('changeNumber', ['listNumbers', 'listTeams']);
  return (
    <FormDialog
      action="Save"
      onClose={onClose}
      onSubmit={() => tell.mutate({ params: { id: number.id }, body: form }, { onSuccess: onClose })}
      tell={tell}
      title={number.phone_number_formatted}
    >
      <NameAndTeam choice={choice} text={text} />
    </FormDialog>
  );
}
