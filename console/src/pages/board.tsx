import type { Board } from '@offhook/contract/console/board-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { Icon } from '@offhook/design/icons/icon.tsx';
import search from '@offhook/design/icons/search.svg?raw';
import { t } from '@offhook/i18n/console';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useConsole } from '../console-context.ts';
import { countStates, groupByTeam, searchTiles, type Tile, teamSummary } from '../core/board/board-rows.ts';
import { countStatuses } from '../core/board/status-text.ts';
import { ownCall, tileActions } from '../core/board/supervising.ts';
import { toMs } from '../moments.ts';
import type { BoardCommand } from '../parts/agents/board-command.ts';
import { Choice, toChoices } from '../parts/forms/choice.tsx';
import { Notice } from '../parts/shell/notice.tsx';
import { Page } from '../parts/shell/page.tsx';
import { usePageFits } from '../parts/shell/use-page-fits.ts';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useBoard } from '../queries.ts';
import { Counters } from './board/counters.tsx';
import { AgentTile } from './board/tile.tsx';
import { Today } from './board/today.tsx';
import { useHeldOrder } from './board/use-held-order.ts';
import { useSupervise } from './board/use-supervise.ts';
import { WaitingLeads } from './board/waiting-leads.tsx';
import styles from './board.module.css';

const c = classes(styles);

/** On a page of this width or more, waiting leads and today's figures are beside the agents; otherwise, waiting leads come first. */
const BESIDE = 860;

export function BoardPage() {
  const [teamId, setTeamId] = useState('');
  const [searched, setSearched] = useState('');
  const asked = useRef<BoardCommand | null>(null);
  const { state } = useLocation() as { readonly state: BoardCommand | null };
  const navigate = useNavigate();
  useEffect(() => {
    if (!state) return;
    asked.current = state;
    setTeamId('');
    setSearched(state.action === null ? state.agent.full_name : '');
    // A reload doesn't repeat it.
    void navigate('.', { replace: true });
  }, [state, navigate]);
  const query = useBoard(teamId === '' ? '' : Number(teamId));
  // The answer for one team doesn't name the others.
  const teams = useBoard('', { enabled: teamId === '' }).data?.teams ?? [];
  return (
    <Page
      end={
        <>
          <div className={c('team')}>
            <Choice
              choices={toChoices(teams)}
              filter
              label={t('field.team')}
              none={t('filter.allTeams')}
              onText={setTeamId}
              value={teamId}
            />
          </div>
          <div className={c('search')}>
            <Field
              before={
                <span className={c('glass')}>
                  <Icon svg={search} />
                </span>
              }
              filter
              label={t('field.search')}
              maxLength={100}
              onChange={({ target }) => setSearched(target.value)}
              placeholder={t('field.search')}
              type="search"
              value={searched}
            />
          </div>
        </>
      }
      title={t('board.title')}
    >
      <Loaded<Board> query={query}>
        {(board) => <BoardContent asked={asked} board={board} searched={searched} />}
      </Loaded>
    </Page>
  );
}

interface ContentProps {
  readonly board: Board;
  readonly searched: string;
  readonly asked: RefObject<BoardCommand | null>;
}

function BoardContent({ board, searched, asked }: ContentProps) {
  const { user, clock } = useConsole();
  const isWide = usePageFits(BESIDE);
  const own = ownCall(board, user.id);
  const { supervise, busy, message, error } = useSupervise(own?.id ?? null, board.agents);
  useEffect(() => {
    const command = asked.current;
    asked.current = null;
    if (command?.action) supervise(command.action, command.agent, () => {});
  });
  const serverAheadMs = useMemo(() => toMs(board.now) - clock.read(), [board, clock]);
  const tiles = useMemo(
    () =>
      board.agents.map(
        ({ since, wrap_up_ends_at, ...agent }): Tile => ({
          ...agent,
          since: toMs(since),
          wrapUpEndsAt: toMs(wrap_up_ends_at),
        }),
      ),
    [board],
  );
  const { tiles: ordered, handlers } = useHeldOrder(tiles);
  const groups = groupByTeam(searchTiles(ordered, searched), board.teams);
  const waiting = <WaitingLeads serverAheadMs={serverAheadMs} board={board} />;
  return (
    <>
      <Counters counts={countStates(tiles)} statuses={countStatuses(tiles)} />
      <div className={c('messages')}>
        <p className={c('joined')} role="status">
          {message}
        </p>
        {error !== null && (
          <>
            <Banner text={error} />
            <a href="/" rel="noreferrer" target="_blank">
              {t('action.openPhone')}
            </a>
          </>
        )}
      </div>
      <div className={c('columns')}>
        {!isWide && <div className={c('aside')}>{waiting}</div>}
        <div className={c('agents')} {...handlers}>
          {groups.map(({ team, tiles: members }) => (
            <section aria-label={team?.name ?? t('board.noTeam')} key={team?.id ?? 0}>
              <div className={c('head')}>
                <h2 className={c('name')}>
                  <bdi>{team?.name ?? t('board.noTeam')}</bdi>
                </h2>
                {team && <span className={c('summary')}>{teamSummary(team)}</span>}
              </div>
              <ul className={c('tiles')}>
                {members.map((tile) => (
                  <AgentTile
                    actions={tileActions(user, tile, own)}
                    serverAheadMs={serverAheadMs}
                    busy={busy}
                    key={tile.id}
                    onAction={supervise}
                    tile={tile}
                  />
                ))}
              </ul>
            </section>
          ))}
          {groups.length === 0 && (
            <Notice text={tiles.length === 0 ? t('board.empty') : t('board.empty.filtered')} />
          )}
        </div>
        <div className={c('aside')}>
          {isWide && waiting}
          <Today timeZone={board.time_zone} today={board.today} />
        </div>
      </div>
    </>
  );
}
