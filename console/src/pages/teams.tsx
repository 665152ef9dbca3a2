import type { ConsoleTeam } from '@offhook/contract/console/console-entities';
import add from '@offhook/design/icons/add.svg?raw';
import { useState, useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { useConsole } from '../console-context.ts';
import { openingText } from '../core/schedule/open-hours.ts';
import { Card } from '../parts/cards/card.tsx';
import { SmallButton } from '../parts/cards/small-button.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, DataTable, NoRows, SkeletonRows, Soft } from '../parts/tables/data-table.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk, useTell } from '../queries.ts';

/** Every team of the account, with what its day looks like now. */
export function TeamsPage() {
  const query = useAsk('listTeams', {}, { live: true });
  const [adding, setAdding] = useState(false);
  return (
    <Page
      end={
        <SmallButton icon={add} look="primary" onClick={() => setAdding(true)}>
          New team
        </SmallButton>
      }
      title="Teams"
    >
      <Card flush title="All teams">
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {({ data }) =>
            data.length === 0 ? (
              <NoRows>There are no teams yet. Leads need one to be called.</NoRows>
            ) : (
              <TeamTable teams={data} />
            )
          }
        </Loaded>
      </Card>
      {adding && <NewTeam onClose={() => setAdding(false)} />}
    </Page>
  );
}

function TeamTable({ teams }: { readonly teams: readonly ConsoleTeam[] }) {
  const { clock } = useConsole();
  const minute = useSyncExternalStore(clock.listen, () => Math.floor(clock.now() / 60_000));
  const nameOf = (id: number | null) => teams.find((team) => team.id === id)?.name;
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
  return <DataTable caption="Teams" columns={columns} keyOf={({ id }) => id} rows={teams} />;
}

function NewTeam({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const tell = useTell('addTeam', ['listTeams']);
  const navigate = useNavigate();
  const add = () =>
    tell.mutate({ body: { name } }, { onSuccess: ({ team }) => void navigate(`/teams/${team.id}`) });
  return (
    <FormDialog
      action="Add"
      busy={tell.isPending}
      error={tell.error?.message ?? null}
      onClose={onClose}
      onSubmit={add}
      title="New team"
    >
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
