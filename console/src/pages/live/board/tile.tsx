import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import type { BoardLimits } from '@offhook/contract/console/board-limits';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { useEffect, useId, useRef } from 'react';
import { secondLine, stateName, type Tile, tileTime } from '../../../core/board/board-rows.ts';
import { limitText, measureTile } from '../../../core/room/limits.ts';
import { useNow } from '../../../parts/shell/use-now.ts';
import { tileIcon } from './state-icons.ts';
import styles from './tile.module.css';

const c = classes(styles);

interface Props {
  readonly tile: Tile;
  readonly limits: BoardLimits;
  /** Milliseconds that the server's clock is ahead of the page's. */
  readonly serverAheadMs: number;
  readonly actions: readonly SuperviseAction[];
  /** A request is running; further clicks do nothing. */
  readonly busy: boolean;
  /** @param focusAfter returns the focus to the tile */
  readonly onAction: (action: SuperviseAction, tile: Tile, focusAfter: () => void) => void;
}

export function AgentTile({ tile, limits, serverAheadMs, actions, busy, onAction }: Props) {
  const nameId = useId();
  const { item, focusAction, keepFocus } = useReturningFocus(actions);
  const second = secondLine(tile);
  const state = stateName(tile.state);
  const measured = measureTile(tile, limits, useNow() + serverAheadMs);
  const { level } = measured;
  const limit = level === 'none' ? null : limitText(measured);
  return (
    <li className={c('tile', tile.state, level)} data-state={tile.state} ref={item} tabIndex={-1}>
      <div
        className={c('status')}
        title={limit === null ? state : t('board.tile', { name: state, status: limit })}
      >
        <Icon svg={tileIcon(tile, level)} />
        <Time serverAheadMs={serverAheadMs} tile={tile} />
        {second !== state && <span className={c('state')}>{state}</span>}
      </div>
      <div className={c('texts')}>
        <span className={c('name')} dir="auto" id={nameId}>
          {tile.full_name}
        </span>
        <span className={c('second')} dir="auto">
          {second}
        </span>
      </div>
      {actions.length > 0 && (
        <div className={c('actions')}>
          {actions.map((action) => (
            <button
              aria-describedby={nameId}
              aria-disabled={busy}
              className={c('action')}
              data-action={action}
              key={action}
              onClick={() => {
                if (busy) return;
                keepFocus(action);
                onAction(action, tile, () => focusAction(action));
              }}
              type="button"
            >
              {t(`board.action.${action}`)}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

/**
 * A tile has no action that is under way. The focus of its button waits on the tile, after the phone is closed until
 * the button is back.
 */
function useReturningFocus(actions: readonly SuperviseAction[]) {
  const item = useRef<HTMLLIElement>(null);
  const awaited = useRef<SuperviseAction | null>(null);
  const pressed = useRef<SuperviseAction | null>(null);
  const focusAction = (action: SuperviseAction) => {
    const button = item.current?.querySelector<HTMLElement>(`[data-action="${action}"]`);
    awaited.current = button ? null : action;
    (button ?? item.current)?.focus();
  };
  const keepFocus = (action: SuperviseAction) => {
    pressed.current = action;
  };
  useEffect(() => {
    if (pressed.current === null || actions.includes(pressed.current)) return;
    pressed.current = null;
    if (document.activeElement === document.body) item.current?.focus();
  });
  useEffect(() => {
    const action = awaited.current;
    if (action === null || actions.length === 0) return;
    if (document.activeElement === item.current) focusAction(action);
    else awaited.current = null;
  });
  return { item, focusAction, keepFocus };
}

function Time({ tile, serverAheadMs }: Pick<Props, 'tile' | 'serverAheadMs'>) {
  const time = tileTime(tile, useNow() + serverAheadMs);
  return (
    time !== null && (
      <span className={c('time')} dir="ltr">
        {time}
      </span>
    )
  );
}
