// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the roles of table elements that are not laid out as a table
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on a row or a button, never on a cell

import type { BoardState } from '@offhook/contract/console/board-entities';
import { classes } from '@offhook/design/classes';
import close from '@offhook/design/icons/close.svg?raw';
import grip from '@offhook/design/icons/drag_indicator.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import type { KeyboardEvent } from 'react';
import { StateMark } from '../../cards/state-mark.tsx';
import styles from './ringing-order.module.css';

const c = classes(styles);

export interface TeamAgent {
  readonly full_name: string;
  readonly state: BoardState;
  readonly active: boolean;
}

export interface RowActions {
  /** A drag started; null: it ended. */
  readonly onDrag: (userId: number | null) => void;
  /** @param by -1 for the previous priority, 1 for the next */
  readonly onMoveBy: (userId: number, by: number) => void;
  readonly onChoose: (userId: number) => void;
  readonly onRemove: (userId: number) => void;
}

interface Props {
  readonly userId: number;
  readonly name: string;
  readonly person: TeamAgent | undefined;
  readonly isDragged: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly actions: RowActions;
}

export function RingingRow({ userId, name, person, isDragged, isTabStop, onFocus, actions }: Props) {
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      aria-label={name}
      className={c('row', isDragged && 'dragged')}
      data-agent={userId}
      draggable
      onDragEnd={() => actions.onDrag(null)}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', name);
        actions.onDrag(userId);
      }}
      onFocus={onFocus}
      onKeyDown={(event) => press(event, (by) => actions.onMoveBy(userId, by))}
      role="row"
      tabIndex={tabIndex}
    >
      <div className={c('cell')} role="gridcell">
        {/* Firefox doesn't start a drag on a button, so the label takes the pointer and passes on the click. */}
        <label className={c('grip')}>
          <button
            aria-haspopup="dialog"
            aria-label={t('ringingOrder.move.label', { name })}
            onClick={() => actions.onChoose(userId)}
            tabIndex={tabIndex}
            type="button"
          >
            <Icon svg={grip} />
          </button>
        </label>
        <StateMark state={person?.state ?? 'unavailable'} />
        <span className={c('name')} title={name}>
          {person?.active === false ? t('ringingOrder.inactive', { name }) : name}
        </span>
        <button
          aria-label={t('ringingOrder.remove', { name })}
          className={c('remove')}
          onClick={() => actions.onRemove(userId)}
          tabIndex={tabIndex}
          type="button"
        >
          <Icon svg={close} />
        </button>
      </div>
    </div>
  );
}

/** Alt and an arrow key move the agent; alone, an arrow key moves the focus from row to row. */
function press(event: KeyboardEvent<HTMLElement>, moveBy: (by: number) => void): void {
  const { key, altKey, currentTarget: row, target } = event;
  const list = row.parentElement;
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) moveBy(key === 'ArrowUp' ? -1 : 1);
  else if (altKey || target !== row) return;
  else if (key === 'ArrowUp') focus(row.previousElementSibling);
  else if (key === 'ArrowDown') focus(row.nextElementSibling);
  else if (key === 'Home') focus(list?.firstElementChild);
  else if (key === 'End') focus(list?.lastElementChild);
  else return;
  event.preventDefault();
}

function focus(row: Element | null | undefined): void {
  if (row instanceof HTMLElement) row.focus();
}
