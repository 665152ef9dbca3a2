import type { ConsoleTeam } from '@offhook/contract/console/people/team-entities';
import add from '@offhook/design/icons/add.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { openingText } from '../../core/schedule/open-hours.ts';
import { NewTeam } from '../../parts/agents/new-team.tsx';
import { Card } from '../../parts/cards/card.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, Muted } from '../../parts/tables/data-table.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useApiQuery } from '../../queries.ts';

export function TeamsPage() {
  const { clock } = useConsole();
  const minute = useSyncExternalStore(clock.listen, () => Math.floor(clock.now() / 60_000));
  const query = useApiQuery('listTeams', {}, { live: true });
  const navigate = useNavigate();
  const nameOf = (id: number | null) => query.data?.data.find((team) => team.id === id)?.name;
  const columns: readonly Column<ConsoleTeam>[] = [
    {
      head: t('field.team'),
      cell: ({ id, name, is_default }) => (
        <>
          <Link to={`/teams/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          {is_default && <Muted> {t('teams.default')}</Muted>}
        </>
      ),
    },
    {
      head: t('schedule.title'),
      cell: ({ schedule }) => <Muted>{openingText(schedule, minute * 60_000)}</Muted>,
    },
    {
      head: t('agents.title'),
      figures: true,
      cell: ({ agents, available }) => <Muted>{t('teams.agents', { agents, available })}</Muted>,
    },
    {
      head: t('numbers.title'),
      cell: ({ numbers }) => (
        <Muted>
          <bdi>{formatList(numbers.map((number) => number.phone_number_formatted)) || t('list.none')}</bdi>
        </Muted>
      ),
    },
    {
      head: t('teams.fallback'),
      cell: (team) => (
        <Muted>
          <bdi>{nameOf(team.fallback_team_id) ?? t('list.none')}</bdi>
        </Muted>
      ),
    },
  ];
  return (
    <Page
      end={
        <DialogButton
          dialog={(close) => (
            <NewTeam onAdded={(team) => void navigate(`/teams/${team.id}`)} onClose={close} />
          )}
          icon={add}
          variant="primary"
        >
          {t('teams.add')}
        </DialogButton>
      }
      title={t('teams.title')}
    >
      <Card flush title={t('teams.all')}>
        <List
          caption={t('teams.title')}
          columns={columns}
          empty={t('teams.empty')}
          query={query}
          search={{
            placeholder: t('teams.search'),
            textOf: ({ name, numbers }) =>
              [name, ...numbers.map(({ phone_number_formatted }) => phone_number_formatted)].join(' '),
          }}
        />
      </Card>
    </Page>
  );
}
