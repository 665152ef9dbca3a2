import type { ConsoleTeam } from '@offhook/contract/console/console-entities';
import add from '@offhook/design/icons/add.svg?raw';
import { useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { useConsole } from '../console-context.ts';
import { openingText } from '../core/schedule/open-hours.ts';
import { Card } from '../parts/cards/card.tsx';
import { DialogButton } from '../parts/dialogs/dialog-button.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, Soft } from '../parts/tables/data-table.tsx';
import { List } from '../parts/tables/list.tsx';
import { useAsk, useTell } from '../queries.ts';

/** Every team of the account, with what its day looks like now. */
export function TeamsPage() {
  const { clock } = useConsole();
  const minute = useSyncExternalStore(clock.listen, () => Math.floor(clock.now() / 60_000));
  const query = useAsk('listTeams', {}, { live: true });
  const nameOf = (id: number | null) => query.data?.data.find((team) => team.id === id)?.name;
  const columns: readonly Column<ConsoleTeam>[] = [
    {
      head: 'Team',
      cell: ({ id, name, is_default }) => (
        <>
          <Link to={`/teams/${id}`}>{name}</Link>
          {is_default && <Soft> Default</Soft>}
        </>
      ),
    },
    { head: 'Schedule', cell: ({ schedule }) => <Soft>{openingText(schedule, minute * 60_000)}</Soft> },
    {
      head: 'Agents',
      figures: true,
      cell: ({ agents, available }) => <Soft>{`${agents}, ${available} available`}</Soft>,
    },
    {
      head: 'Numbers',
      cell: ({ numbers }) => (
        <Soft>{numbers.map((number) => number.phone_number_formatted).join(', ') || 'None'}</Soft>
      ),
    },
    { head: 'Fallback', cell: (team) => <Soft>{nameOf(team.fallback_team_id) ?? 'None'}</Soft> },
  ];
  return (
    <Page
      end={
        <DialogButton dialog={(close) => <NewTeam onClose={close} />} icon={add} look="primary">
          New team
        </DialogButton>
      }
      title="Teams"
    >
      <Card flush title="All teams">
        <List
          caption="Teams"
          columns={columns}
          empty="There are no teams yet. Leads need one to be called."
          query={query}
        />
      </Card>
    </Page>
  );
}

function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const tell = useTell('addTeam', ['listTeams']);
  const navigate = useNavigate();
  const add = () =>
    tell.mutate({ body: { name } }, { onSuccess: ({ team }) => void navigate(`/teams/${team.id}`) });
  return (
    <FormDialog action="Add" onClose={onClose} onSubmit={add} tell={tell} title="New team">
      <TextField
        hint="Its schedule, agents and texts come next."
        label="Name"
        maxLength={100}
        onText={setName}
        required
        value={name}
      />
    </FormDialog>
  );
}
