// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the roles of table elements that are not laid out as a table
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on a row or a button, never on a cell

import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { type DragEvent, useState } from 'react';
import { groupLabel, type PriorityGroup } from '../../../core/forms/people/ringing-order.ts';
import styles from './ringing-order.module.css';
import { RingingRow, type RowActions, type TeamAgent } from './ringing-row.tsx';

const c = classes(styles);

interface Props {
  readonly group: PriorityGroup;
  readonly people: ReadonlyMap<number, TeamAgent>;
  readonly nameOf: (userId: number) => string;
  /** Id of the element that describes the keys. */
  readonly describedBy: string;
  /** The agent who is being dragged, from this group or another. */
  readonly dragged: number | null;
  readonly onDrop: (userId: number) => void;
  readonly actions: RowActions;
}

/** The agents of one priority. Tab stops at one row and its buttons; the arrow keys go to the others. */
export function RingingGroup({ group, people, nameOf, describedBy, dragged, onDrop, actions }: Props) {
  const { userIds, isNew } = group;
  const label = groupLabel(group);
  const [focused, setFocused] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const tabStop = userIds.find((id) => id === focused) ?? userIds[0];

  const dragOver = (event: DragEvent) => {
    if (dragged === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  const dragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    if (dragged === null) return;
    event.preventDefault();
    onDrop(dragged);
  };

  return (
    <div className={c('group', isNew && 'new')}>
      <h3 className={c('title')}>{label}</h3>
      <div
        aria-describedby={describedBy}
        aria-label={label}
        className={c('list', isOver && dragged !== null && 'over')}
        onDragEnter={dragOver}
        onDragLeave={dragLeave}
        onDragOver={dragOver}
        onDrop={drop}
        role="grid"
      >
        {userIds.length === 0 && (
          <div role="row">
            <div className={c('empty')} role="gridcell">
              {t('ringingOrder.drop')}
            </div>
          </div>
        )}
        {userIds.map((userId) => (
          <RingingRow
            actions={actions}
            isDragged={userId === dragged}
            isTabStop={userId === tabStop}
            key={userId}
            name={nameOf(userId)}
            onFocus={() => setFocused(userId)}
            person={people.get(userId)}
            userId={userId}
          />
        ))}
      </div>
    </div>
  );
}
