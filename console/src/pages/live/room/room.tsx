import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import type { Board } from '@offhook/contract/console/board-entities';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { classes } from '@offhook/design/classes';
import chevron from '@offhook/design/icons/chevron_right.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { type CSSProperties, memo, useId, useRef } from 'react';
import { useConsole } from '../../../console-context.ts';
import { searchTiles, type Tile } from '../../../core/board/board-rows.ts';
import type { Order } from '../../../core/board/order.ts';
import { type OwnCall, tileActions } from '../../../core/board/supervising.ts';
import { DENSITIES } from '../../../core/room/columns.ts';
import { type Grouping, groupRoom, type Placed, place } from '../../../core/room/groups.ts';
import type { Spot } from '../../../core/room/layout.ts';
import { countOver } from '../../../core/room/limits.ts';
import type { SeatedGroup } from '../../../core/room/seats.ts';
import type { BoardCommand } from '../../../parts/agents/board-command.ts';
import { Notice } from '../../../parts/shell/notice.tsx';
import { groupIcon, LEVEL_ICONS } from '../board/state-icons.ts';
import { useHold } from '../board/use-hold.ts';
import styles from './room.module.css';
import { RoomTile } from './room-tile.tsx';
import { RoomTip } from './room-tip.tsx';
import { useServerNow } from './server-clock.ts';
import { useRoomLayout } from './use-room-layout.ts';
import { useSeats } from './use-seats.ts';
import { useSignedOutFold } from './use-signed-out-fold.ts';
import { useTip } from './use-tip.ts';

const c = classes(styles);

interface Props {
  readonly board: Pick<Board, 'teams'>;
  readonly tiles: readonly Tile[];
  readonly limits: BoardLimits;
  readonly grouping: Grouping;
  readonly order: Order;
  readonly searched: string;
  readonly own: OwnCall | null;
  readonly busy: boolean;
  readonly onAction: (action: SuperviseAction, agent: BoardCommand['agent'], focusAfter: () => void) => void;
}

const placeId = (group: SeatedGroup, tile: Tile) => `${group.key} ${tile.id}`;

const seatsIn = (spot: Spot | undefined) => (spot ? spot.span * spot.rows : 0);

/** null for a place in another group, so that only the groups concerned render. */
const inGroup = ({ key }: SeatedGroup, id: string | null | undefined) =>
  id?.startsWith(`${key} `) ? id : null;

/** The dense board, for more agents than large tiles have room for. */
export function Room({ board, tiles, limits, grouping, order, searched, own, busy, onAction }: Props) {
  const { user } = useConsole();
  const room = useRef<HTMLDivElement>(null);
  const now = useServerNow();
  const space = useRef<ReadonlyMap<string, number>>(new Map());
  const [isFolded, toggleFold] = useSignedOutFold();
  const { openId, walkedTo, findTile, handlers } = useTip(room);
  const { isHeld, handlers: holding } = useHold(openId !== null);
  const { groups, round } = useSeats(
    groupRoom(place(searchTiles(tiles, searched), limits, now), grouping, board.teams, order),
    {
      view: [grouping, order, searched, ...board.teams.map(({ id }) => id)].join(),
      order,
      now,
      isHeld,
      space: space.current,
    },
  );

  const isShown = ({ state }: SeatedGroup) => state !== 'signedOut' || !isFolded || searched !== '';
  const { fit, spots } = useRoomLayout(room, {
    groups: groups.map((group) => ({
      key: group.key,
      isFolded: !isShown(group),
      needed: group.needed,
      capacity: group.capacity,
      overs: countOver(group.placed.map(({ measured }) => measured)).length,
    })),
    round,
    isHeld,
  });
  space.current = new Map(groups.map(({ key }, at) => [key, seatsIn(spots[at])]));
  const density = DENSITIES[fit.density];

  const shown = groups
    .filter(isShown)
    .flatMap((group) => group.seated.map(({ placed }) => ({ id: placeId(group, placed.tile), placed })));
  const tabStop = shown.some(({ id }) => id === walkedTo) ? walkedTo : shown[0]?.id;
  const opened = shown.find(({ id }) => id === openId)?.placed;
  const teamsOf = ({ team_ids }: Tile) =>
    board.teams.filter(({ id }) => team_ids.includes(id)).map(({ name }) => name);

  const both = {
    ...holding,
    ...handlers,
    onFocus: (event: Parameters<typeof holding.onFocus>[0]) => {
      holding.onFocus(event);
      handlers.onFocus(event);
    },
    onBlur: (event: Parameters<typeof holding.onBlur>[0]) => {
      holding.onBlur(event);
      handlers.onBlur(event);
    },
    onPointerLeave: (event: Parameters<typeof handlers.onPointerLeave>[0]) => {
      holding.onPointerLeave(event);
      handlers.onPointerLeave(event);
    },
  };
  const style = {
    '--columns': fit.columns,
    '--tile': `${density.tile}px`,
    '--gap': `${density.gap}px`,
    '--head': `${density.head}px`,
    '--lamp': fit.density === 'tight' ? '68px' : '72px',
    '--lamp-start': fit.density === 'tight' ? '6px' : '8px',
  } as CSSProperties;
  return (
    <section aria-label={t('board.room')} className={c('room')} ref={room} style={style} {...both}>
      {groups.map((group, at) => (
        <Group
          group={group}
          isFolded={group.state === 'signedOut' && searched === '' ? isFolded : null}
          key={group.key}
          onFold={toggleFold}
          openId={inGroup(group, openId)}
          tabStop={inGroup(group, tabStop)}
          {...(spots[at] ?? { band: at + 1, column: 1, span: 1, rows: 0 })}
        />
      ))}
      {groups.length === 0 && (
        <Notice text={tiles.length === 0 ? t('board.empty') : t('board.empty.filtered')} />
      )}
      {opened && (
        <RoomTip
          actions={tileActions(user, opened.tile, own)}
          busy={busy}
          findTile={() => findTile(openId)}
          onAction={(action) => onAction(action, opened.tile, () => findTile(openId)?.focus())}
          placed={opened}
          room={room}
          teams={teamsOf(opened.tile)}
        />
      )}
    </section>
  );
}

interface GroupProps extends Spot {
  readonly group: SeatedGroup;
  /** null: it can't be folded. */
  readonly isFolded: boolean | null;
  readonly onFold: () => void;
  readonly openId: string | null;
  readonly tabStop: string | null;
}

function isSameGroup(before: SeatedGroup, now: SeatedGroup): boolean {
  const { key, name, placed, seated } = now;
  const isSamePlaced = (old: Placed | undefined, { tile, measured }: Placed) =>
    // The limit is part of the head's text.
    old?.tile === tile && old.measured.level === measured.level && old.measured.limit === measured.limit;
  return (
    before.key === key &&
    before.name === name &&
    before.placed.length === placed.length &&
    before.seated.length === seated.length &&
    placed.every((one, at) => isSamePlaced(before.placed[at], one)) &&
    seated.every(
      (one, at) => before.seated[at]?.seat === one.seat && isSamePlaced(before.seated[at].placed, one.placed),
    )
  );
}

function isSame({ group, ...before }: GroupProps, { group: nextGroup, ...next }: GroupProps): boolean {
  const keys = Object.keys(next) as (keyof typeof next)[];
  return keys.every((key) => before[key] === next[key]) && isSameGroup(group, nextGroup);
}

const Group = memo(function Group({
  group,
  band,
  column,
  span,
  rows,
  isFolded,
  onFold,
  openId,
  tabStop,
}: GroupProps) {
  const nameId = useId();
  const { name, state, placed, seated } = group;
  const head = (
    <>
      <span className={c('icon', state)}>
        <Icon mirrors={isFolded !== null} svg={isFolded === null ? groupIcon(state) : chevron} />
      </span>
      <h2 className={c('name')} id={nameId}>
        <bdi>{name}</bdi>
      </h2>
      <span className={c('count')}>{formatNumber(placed.length)}</span>
    </>
  );
  return (
    <section
      aria-labelledby={nameId}
      className={c('group')}
      style={{ gridArea: `${band} / ${column} / auto / span ${span}` }}
    >
      <div className={c('head')}>
        {isFolded === null ? (
          head
        ) : (
          <button
            aria-expanded={!isFolded}
            className={c('fold', !isFolded && 'unfolded')}
            onClick={onFold}
            type="button"
          >
            {head}
          </button>
        )}
        {countOver(placed.map(({ measured }) => measured)).map(({ level, text }) => (
          <span className={c('over', level)} key={level}>
            <Icon size={16} svg={LEVEL_ICONS[level]} />
            {text}
          </span>
        ))}
      </div>
      {isFolded !== true && (
        <ul
          className={c('tiles')}
          style={{
            gridTemplateColumns: `repeat(${span}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${rows}, var(--tile))`,
          }}
        >
          {seated.map(({ placed: { tile, measured }, seat }) => {
            const id = placeId(group, tile);
            return (
              <RoomTile
                isOpen={id === openId}
                isTabStop={id === tabStop}
                key={tile.id}
                level={measured.level}
                placeId={id}
                row={Math.floor(seat / span) + 1}
                column={(seat % span) + 1}
                tile={tile}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}, isSame);
