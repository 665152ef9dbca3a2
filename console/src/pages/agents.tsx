import type { ConsoleAgent } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { useState } from 'react';
import { Link } from 'react-router';
import { permissionWords } from '../core/forms/permission-words.ts';
import { Card } from '../parts/cards/card.tsx';
import { StateMark } from '../parts/cards/state-mark.tsx';
import { DialogButton } from '../parts/dialogs/dialog-button.tsx';
import { Choice, type Choices, namesOf } from '../parts/forms/choice.tsx';
import { NewAgent } from '../parts/people/new-agent.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, Soft } from '../parts/tables/data-table.tsx';
import { Filters, SearchFilter, useFilters } from '../parts/tables/filters.tsx';
import { List } from '../parts/tables/list.tsx';
import { useAsk } from '../queries.ts';
import styles from './agents.module.css';

const c = classes(styles);

const ROWS = 25;

/** Everybody of the account, by name. */
export function AgentsPage() {
  const [page, setPage] = useState(1);
  const { values, search, filter } = useFilters({ search: '', team: '', active: 'yes' }, () => setPage(1));
  const { team, active } = values;
  const teams = useAsk('listTeams', {});
  const query = useAsk(
    'listAgents',
    {
      query: {
        page,
        limit: ROWS,
        search,
        ...(team !== '' && { team_id: team }),
        ...((active === 'yes' || active === 'no') && { active }),
      },
    },
    { live: true },
  );
  return (
    <Page
      beside={query.data && (query.data.total === 1 ? '1 agent' : `${query.data.total} agents`)}
      end={
        <DialogButton dialog={(close) => <NewAgent onClose={close} />} icon={personAdd} look="primary">
          New agent
        </DialogButton>
      }
      title="Agents"
    >
      <Card flush title="All agents">
        <Filters>
          <SearchFilter placeholder="Name or email" {...filter('search')} />
          <Choice
            choices={namesOf(teams.data?.data)}
            filter
            label="Team"
            none="All teams"
            {...filter('team')}
          />
          <Choice choices={ACTIVE} filter label="Active" {...filter('active')} />
        </Filters>
        <List
          caption="Agents"
          columns={COLUMNS}
          empty="No agent is like that."
          expected={8}
          pages={({ meta: { last_page: lastPage } }) => ({
            hasNext: page < lastPage,
            lastPage,
            onPage: setPage,
            page,
          })}
          query={query}
        />
      </Card>
    </Page>
  );
}

const ACTIVE: Choices = [
  ['yes', 'Active'],
  ['no', 'Not active'],
  ['', 'Active or not'],
];

const COLUMNS: readonly Column<ConsoleAgent>[] = [
  {
    head: 'Agent',
    cell: ({ id, full_name, email }) => (
      <>
        <Link to={`/agents/${id}`}>{full_name}</Link>
        <span className={c('email')}>{email}</span>
      </>
    ),
  },
  {
    head: 'Now',
    cell: ({ state, reason, active }) => (
      <span className={c('state')}>
        <StateMark state={state} />
        <Soft>{active ? (reason ?? '') : 'Not active'}</Soft>
      </span>
    ),
  },
  {
    head: 'Teams',
    cell: ({ teams }) => <Soft>{teams.map(({ name }) => name).join(', ') || 'None'}</Soft>,
  },
  { head: 'Rights', cell: ({ permissions }) => <Soft>{permissionWords(permissions) || 'None'}</Soft> },
  { head: 'Calls a day', figures: true, cell: ({ cap }) => <Soft>{cap ?? 'No limit'}</Soft> },
];
