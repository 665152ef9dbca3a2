import type { SuperviseAction } from '@offhook/contract/accounts/permissions';
import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { tileTime } from '../../../core/board/board-rows.ts';
import type { Placed } from '../../../core/room/groups.ts';
import { limitText } from '../../../core/room/limits.ts';
import { tipLine } from '../../../core/room/tip-line.ts';
import { ACTION_ICONS } from '../../../parts/agents/action-icons.ts';
import { LEVEL_ICONS } from '../board/state-icons.ts';
import styles from './room-tip.module.css';
import { useServerNow } from './server-clock.ts';

const c = classes(styles);

const GAP = 6;

interface Props {
  readonly placed: Placed;
  readonly teams: readonly string[];
  readonly room: RefObject<HTMLElement | null>;
  /** The tile, or undefined if it has gone. */
  readonly findTile: () => HTMLElement | undefined;
  readonly actions: readonly SuperviseAction[];
  readonly busy: boolean;
  readonly onAction: (action: SuperviseAction) => void;
}

/** What a tile has no room for, below or above it, never over it. */
export function RoomTip({ placed, teams, room, findTile, actions, busy, onAction }: Props) {
  const { tile, measured } = placed;
  const tip = useRef<HTMLDivElement>(null);
  const now = useServerNow();
  useLayoutEffect(() => {
    const [box, frame, at] = [tip.current, room.current, findTile()?.getBoundingClientRect()];
    if (!box || !frame || !at) return;
    const around = frame.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(frame).direction === 'rtl';
    const { offsetWidth: width, offsetHeight: height } = box;
    const left = isRightToLeft ? at.right - width : at.left;
    const isBelow = at.bottom + GAP + height <= innerHeight || at.top - GAP - height < 0;
    const top = isBelow ? at.bottom + GAP : at.top - GAP - height;
    box.style.left = `${Math.max(0, Math.min(left - around.left, around.width - width))}px`;
    box.style.top = `${top - around.top}px`;
  });
  const limit = limitText(measured);
  return (
    <section aria-label={tile.full_name} className={c('tip')} data-tip="" ref={tip}>
      <span className={c('name')} dir="auto">
        {tile.full_name}
      </span>
      <span className={c('line')} dir="auto">
        {tipLine(tile, teams)}
      </span>
      <span className={c('limit', measured.level)}>
        {measured.level !== 'none' && <Icon size={18} svg={LEVEL_ICONS[measured.level]} />}
        {limit ?? tileTime(tile, now)}
      </span>
      {actions.length > 0 && (
        <span className={c('actions')}>
          {actions.map((action) => (
            <button
              aria-disabled={busy}
              className={c('action')}
              data-action={action}
              key={action}
              onClick={() => !busy && onAction(action)}
              type="button"
            >
              <Icon size={18} svg={ACTION_ICONS[action]} />
              {t(`board.action.${action}`)}
            </button>
          ))}
        </span>
      )}
    </section>
  );
}
