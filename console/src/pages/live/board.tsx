import { hasPermission } from '@offhook/contract/accounts/permissions';
import type { Board } from '@offhook/contract/console/board-entities';
import { DEFAULT_BOARD_LIMITS } from '@offhook/contract/console/board-limits';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { Segmented } from '@offhook/design/forms/segmented.tsx';
import groups from '@offhook/design/icons/groups.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import search from '@offhook/design/icons/search.svg?raw';
import timer from '@offhook/design/icons/timer.svg?raw';
import tv from '@offhook/design/icons/tv.svg?raw';
import { t } from '@offhook/i18n/console';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { countStates } from '../../core/board/board-rows.ts';
import { ORDERS, type Order } from '../../core/board/order.ts';
import { countStatuses } from '../../core/board/status-text.ts';
import { ownCall } from '../../core/board/supervising.ts';
import { GROUPINGS, type Grouping, MAX_LARGE_TILES, roomState } from '../../core/room/groups.ts';
import type { BoardCommand } from '../../parts/agents/board-command.ts';
import { Choice, toChoices } from '../../parts/forms/choice.tsx';
import { SetUpCard } from '../../parts/set-up/set-up-card.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { usePageFits } from '../../parts/shell/use-page-fits.ts';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { useBoard } from '../../queries.ts';
import { Counters } from './board/counters.tsx';
import { LargeTiles } from './board/large-tiles.tsx';
import { toTiles } from './board/to-tile.ts';
import { Today } from './board/today.tsx';
import { useOrder } from './board/use-order.ts';
import { useSupervise } from './board/use-supervise.ts';
import { WaitingLeads } from './board/waiting-leads.tsx';
import styles from './board.module.css';
import { Figures } from './room/figures.tsx';
import { Room } from './room/room.tsx';
import { ServerAhead, useServerAhead } from './room/server-clock.ts';

const c = classes(styles);

/** On a page of this width or more, waiting leads and today's figures are beside the agents; otherwise, waiting leads come first. */
const BESIDE = 860;

export function BoardPage() {
  const [teamId, setTeamId] = useState('');
  const [searched, setSearched] = useState('');
  const asked = useRef<BoardCommand | null>(null);
  const { state, search: address } = useLocation() as {
    readonly state: BoardCommand | null;
    readonly search: string;
  };
  const [parameters, setParameters] = useSearchParams();
  const grouping = GROUPINGS.find((one) => one === parameters.get('by')) ?? 'status';
  const { user } = useConsole();
  const [order, setOrder] = useOrder(`offhook.board.order.${user.id}`);
  const navigate = useNavigate();
  useEffect(() => {
    if (!state) return;
    asked.current = state;
    setTeamId('');
    setSearched(state.action === null ? state.agent.full_name : '');
    // A reload doesn't repeat it.
    void navigate({ search: address }, { replace: true });
  }, [state, address, navigate]);
  const query = useBoard(teamId === '' ? '' : Number(teamId));
  // The answer for one team doesn't name the others.
  const teams = useBoard('', { enabled: teamId === '' }).data?.teams ?? [];
  const agents = toTiles(query.data?.agents ?? []);
  const isRoom = agents.length > MAX_LARGE_TILES;
  return (
    <Page
      beside={
        isRoom &&
        t('board.agentCount', {
          agents: agents.length,
          signedIn: agents.filter((agent) => roomState(agent) !== 'signedOut').length,
        })
      }
      end={
        <>
          {isRoom && (
            <div className={c('by')}>
              <Segmented
                choices={GROUPINGS.map((value) => ({
                  value,
                  label: t(`board.groupBy.${value}`),
                  icon: groups,
                }))}
                chosen={grouping}
                fills
                name={t('board.groupBy')}
                onChoose={(by) => setParameters(by === 'status' ? {} : { by }, { replace: true })}
              />
            </div>
          )}
          <div className={c('order')}>
            <Choice
              choices={ORDERS.map((value) => [value, t(`board.order.${value}`)])}
              filter
              label={t('board.order')}
              onText={(value) => setOrder(ORDERS.find((one) => one === value) ?? 'name')}
              value={order}
            />
          </div>
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
          <HeadLinks />
        </>
      }
      title={t('board.title')}
    >
      <SetUpCard />
      <Loaded<Board> query={query}>
        {(board) => (
          <BoardContent asked={asked} board={board} grouping={grouping} order={order} searched={searched} />
        )}
      </Loaded>
    </Page>
  );
}

function HeadLinks() {
  const { user } = useConsole();
  const links = [
    { to: '/wallboard', icon: tv, name: t('board.wallboard') },
    ...(hasPermission(user, 'admin') ? [{ to: '/board-limits', icon: timer, name: t('board.limits') }] : []),
  ];
  return links.map(({ to, icon, name }) => (
    <Link aria-label={name} className={c('link')} key={to} title={name} to={to}>
      <Icon svg={icon} />
    </Link>
  ));
}

interface ContentProps {
  readonly board: Board;
  readonly grouping: Grouping;
  readonly order: Order;
  readonly searched: string;
  readonly asked: RefObject<BoardCommand | null>;
}

function BoardContent({ board, grouping, order, searched, asked }: ContentProps) {
  const { user } = useConsole();
  const own = ownCall(board, user.id);
  const { supervise, busy, message, error } = useSupervise(board, own);
  useEffect(() => {
    const command = asked.current;
    asked.current = null;
    if (command?.action) supervise(command.action, command.agent, () => {});
  });
  const serverAheadMs = useServerAhead(board.now);
  const tiles = useMemo(() => toTiles(board.agents), [board]);
  const limits = board.limits ?? DEFAULT_BOARD_LIMITS;
  const waiting = <WaitingLeads serverAheadMs={serverAheadMs} board={board} />;
  const today = <Today timeZone={board.time_zone} today={board.today} />;
  const messages = (
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
  );
  if (tiles.length > MAX_LARGE_TILES)
    return (
      <ServerAhead value={serverAheadMs}>
        <Figures board={board} limits={limits} tiles={tiles} />
        <Room
          board={board}
          busy={busy}
          grouping={grouping}
          limits={limits}
          onAction={supervise}
          order={order}
          own={own}
          searched={searched}
          tiles={tiles}
        />
        {messages}
        <div className={c('below')}>
          {waiting}
          {today}
        </div>
      </ServerAhead>
    );
  return (
    <>
      <Counters counts={countStates(tiles)} statuses={countStatuses(tiles)} />
      <Columns today={today} waiting={waiting}>
        <LargeTiles
          board={board}
          busy={busy}
          limits={limits}
          onAction={supervise}
          order={order}
          own={own}
          searched={searched}
          serverAheadMs={serverAheadMs}
          tiles={tiles}
        />
      </Columns>
      {messages}
    </>
  );
}

interface ColumnsProps {
  readonly waiting: ReactNode;
  readonly today: ReactNode;
  readonly children: ReactNode;
}

/** Apart, because measuring the page is slow: the dense board doesn't need it. */
function Columns({ waiting, today, children }: ColumnsProps) {
  const isWide = usePageFits(BESIDE);
  return (
    <div className={c('columns')}>
      {!isWide && <div className={c('aside')}>{waiting}</div>}
      {children}
      <div className={c('aside')}>
        {isWide && waiting}
        {today}
      </div>
    </div>
  );
}
