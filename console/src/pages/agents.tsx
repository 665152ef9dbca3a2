import type { ConsoleAgent } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Field, Select } from '@offhook/design/forms/field.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { permissionWords } from '../core/forms/permission-words.ts';
import { Card } from '../parts/cards/card.tsx';
import { SmallButton } from '../parts/cards/small-button.tsx';
import { StateMark } from '../parts/cards/state-mark.tsx';
import formStyles from '../parts/forms/form-page.module.css';
import { NewAgent } from '../parts/people/new-agent.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, DataTable, NoRows, SkeletonRows, Soft } from '../parts/tables/data-table.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk } from '../queries.ts';
import styles from './agents.module.css';

const c = classes({ ...formStyles, ...styles });

const ROWS = 25;

/** Everybody of the account, by name. */
export function AgentsPage() {
  const [text, setText] = useState('');
  const [team, setTeam] = useState('');
  const [active, setActive] = useState<'yes' | 'no' | ''>('yes');
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const search = useDeferredValue(text.trim());
  const teams = useAsk('listTeams', {});
  const query = useAsk(
    'listAgents',
    {
      query: {
        page,
        limit: ROWS,
        search,
        ...(team !== '' && { team_id: team }),
        ...(active !== '' && { active }),
      },
    },
    { live: true },
  );
  return (
    <Page
      beside={query.data && (query.data.total === 1 ? '1 agent' : `${query.data.total} agents`)}
      end={
        <SmallButton icon={personAdd} look="primary" onClick={() => setAdding(true)}>
          New agent
        </SmallButton>
      }
      title="Agents"
    >
      <Card flush title="All agents">
        <div className={c('filters')}>
          <div className={c('search')}>
            <Field
              filter
              label="Search"
              onChange={({ target }) => {
                setText(target.value);
                setPage(1);
              }}
              placeholder="Name or email"
              type="search"
              value={text}
            />
          </div>
          <Select
            filter
            label="Team"
            onChange={({ target }) => {
              setTeam(target.value);
              setPage(1);
            }}
            value={team}
          >
            <option value="">All teams</option>
            {teams.data?.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            filter
            label="Active"
            onChange={({ target }) => {
              setActive(target.value === 'yes' || target.value === 'no' ? target.value : '');
              setPage(1);
            }}
            value={active}
          >
            <option value="yes">Active</option>
            <option value="no">Not active</option>
            <option value="">Active or not</option>
          </Select>
        </div>
        <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
          {({ data, meta }) => (
            <>
              {data.length === 0 ? (
                <NoRows>No agent is like that.</NoRows>
              ) : (
                <DataTable caption="Agents" columns={COLUMNS} keyOf={({ id }) => id} rows={data} />
              )}
              {(meta.last_page > 1 || page > 1) && (
                <Pager
                  hasNext={page < meta.last_page}
                  lastPage={meta.last_page}
                  onPage={setPage}
                  page={page}
                />
              )}
            </>
          )}
        </Loaded>
      </Card>
      {adding && <NewAgent onClose={() => setAdding(false)} />}
    </Page>
  );
}

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
