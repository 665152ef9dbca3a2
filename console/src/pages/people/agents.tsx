import { roleOf } from '@offhook/contract/accounts/roles';
import type { ConsoleAgent } from '@offhook/contract/console/people/agent-entities';
import { classes } from '@offhook/design/classes';
import personAdd from '@offhook/design/icons/person_add.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatList, formatNumber } from '@offhook/i18n/formats';
import { useState } from 'react';
import { Link } from 'react-router';
import { stateName } from '../../core/board/board-rows.ts';
import { permissionNames } from '../../core/forms/people/permission-names.ts';
import { roleName } from '../../core/invitations/role-names.ts';
import { LastSeen } from '../../parts/agents/last-seen.tsx';
import { NewAgent } from '../../parts/agents/new-agent.tsx';
import { Card } from '../../parts/cards/card.tsx';
import { StateMark } from '../../parts/cards/state-mark.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Choice, type Choices, toChoices } from '../../parts/forms/choice.tsx';
import formStyles from '../../parts/forms/form-page.module.css';
import { Invitations } from '../../parts/invitations/invitations.tsx';
import { InvitePeople } from '../../parts/invitations/invite-people.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, Muted } from '../../parts/tables/data-table.tsx';
import { Filters, SearchFilter, useFilters } from '../../parts/tables/filters.tsx';
import { List } from '../../parts/tables/list.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { useApiQuery } from '../../queries.ts';
import styles from './agents.module.css';

const c = classes(styles);
const form = classes(formStyles);

const ROWS = 25;

export function AgentsPage() {
  const [page, setPage] = useState(1);
  const { values, search, filter } = useFilters({ search: '', team: '', active: 'yes' }, () => setPage(1));
  const { team, active } = values;
  const teams = useApiQuery('listTeams', {});
  const query = useApiQuery(
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
  const invitations = useApiQuery('listInvitations', {}, { live: 'settings' });
  return (
    <Page
      end={
        <>
          <DialogButton dialog={(close) => <NewAgent onClose={close} />} variant="quiet">
            {t('agents.add')}
          </DialogButton>
          <DialogButton
            dialog={(close) => (
              <InvitePeople onClose={close} sendsMail={invitations.data?.sends_mail ?? false} />
            )}
            disabled={invitations.data === undefined}
            icon={personAdd}
            variant="primary"
          >
            {t('invite.title')}
          </DialogButton>
        </>
      }
      title={t('agents.title')}
    >
      <div className={form('main')}>
        {/* The list below already says that the server failed. */}
        {!query.error && (
          <Loaded query={invitations} skeleton={false}>
            {(answer) => <Invitations {...answer} />}
          </Loaded>
        )}
        {query.error && invitations.data && <Invitations {...invitations.data} />}
        <Card
          beside={query.data && t('agents.count', { count: query.data.total })}
          flush
          title={t('agents.all')}
        >
          <Filters>
            <SearchFilter placeholder={t('agents.search')} {...filter('search')} />
            <Choice
              choices={toChoices(teams.data?.data)}
              filter
              label={t('field.team')}
              none={t('filter.allTeams')}
              {...filter('team')}
            />
            <Choice choices={activeChoices()} filter label={t('field.status')} {...filter('active')} />
          </Filters>
          <List
            caption={t('agents.title')}
            columns={columns()}
            empty={t('agents.empty')}
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
      </div>
    </Page>
  );
}

const activeChoices = (): Choices => [
  ['yes', t('agents.filter.active')],
  ['no', t('agents.filter.inactive')],
  ['', t('agents.filter.all')],
];

/** What a custom role allows says more than its name. */
function RoleCell({ permissions }: Pick<ConsoleAgent, 'permissions'>) {
  const role = roleOf(permissions);
  const names = role === 'custom' ? permissionNames(permissions) : '';
  return <Muted>{names || roleName(role)}</Muted>;
}

function StateCell({ active, is_agent, last_seen_at, reason, state }: ConsoleAgent) {
  if (active && !is_agent)
    return (
      <Muted>
        <LastSeen at={last_seen_at} />
      </Muted>
    );
  return (
    <span className={c('state')}>
      <StateMark state={state} />
      <Muted>
        {active ? (reason ?? <span aria-hidden="true">{stateName(state)}</span>) : t('agents.inactive')}
      </Muted>
    </span>
  );
}

const columns = (): readonly Column<ConsoleAgent>[] => [
  {
    head: t('field.agent'),
    cell: ({ id, full_name, email }) => (
      <>
        <Link to={`/agents/${id}`}>{full_name}</Link>
        <span className={c('email')}>{email}</span>
      </>
    ),
  },
  {
    head: t('field.status'),
    cell: (agent) => <StateCell {...agent} />,
  },
  {
    head: t('teams.title'),
    cell: ({ teams }) => <Muted>{formatList(teams.map(({ name }) => name)) || t('list.none')}</Muted>,
  },
  {
    head: t('role.title'),
    cell: ({ permissions }) => <RoleCell permissions={permissions} />,
  },
  {
    head: t('agent.dailyLimit'),
    figures: true,
    cell: ({ cap }) => <Muted>{cap === null ? t('agents.noLimit') : formatNumber(cap)}</Muted>,
  },
];
