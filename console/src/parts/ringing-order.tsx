import type { BoardState } from '@offhook/contract/console-entities';
import { Icon } from '@offhook/softphone/components/icon.tsx';
import { classes } from '@offhook/softphone/design/classes';
import close from '@offhook/softphone/design/icons/close.svg?raw';
import grip from '@offhook/softphone/design/icons/drag_indicator.svg?raw';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { type Member, priorityGroups } from '../core/ringing-order.ts';
import styles from './ringing-order.module.css';
import { StateMark } from './state-mark.tsx';

const c = classes(styles);

export interface Person {
  readonly full_name: string;
  readonly state: BoardState;
  readonly active: boolean;
}

interface Props {
  readonly members: readonly Member[];
  readonly people: ReadonlyMap<number, Person>;
  readonly onMove: (userIds: readonly number[], group: number) => void;
  readonly onRemove: (userId: number) => void;
}

/**
 * Groups of agents: the first is rung first. Agents are dragged between them; Alt and an arrow move the one that has
 * the focus to the group before or after.
 */
export function RingingOrder({ members, people, onMove, onRemove }: Props) {
  const order = useRef<HTMLDivElement>(null);
  const moved = useRef<number | null>(null);
  const [said, setSaid] = useState('');
  const help = useId();
  const nameOf = (userId: number) => people.get(userId)?.full_name ?? `Agent ${userId}`;
  const groups = priorityGroups(members, nameOf);

  // The row is made anew in its other list, some frames later.
  useEffect(() => {
    const userId = moved.current;
    if (userId === null) return;
    let frames = 0;
    const look = () => {
      const row = order.current?.querySelector<HTMLElement>(rowOf(userId));
      frames += 1;
      if (frames > 2) row?.focus();
      if (frames > 2 && row && row === document.activeElement) moved.current = null;
      else if (frames < 10) frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  });

  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="row"]') : null;
    const userId = Number(row?.dataset['key']);
    const at = groups.findIndex(({ userIds }) => userIds.includes(userId));
    const next = groups[at + by];
    if (!event.altKey || by === 0 || at < 0 || !next) return;
    event.preventDefault();
    event.stopPropagation();
    moved.current = userId;
    setSaid(`${nameOf(userId)}: priority ${next.group}`);
    onMove([userId], next.group);
  };

  return (
    <div className={c('order')} onKeyDownCapture={press} ref={order}>
      <p hidden id={help}>
        Alt and an arrow key move an agent to the priority before or after.
      </p>
      <span className="visually-hidden" role="status">
        {said}
      </span>
      {groups.map(({ group, userIds, isNew }) => (
        <Group
          describedBy={help}
          group={group}
          isNew={isNew}
          key={group}
          nameOf={nameOf}
          onMove={(moved) => onMove(moved, group)}
          onRemove={onRemove}
          people={people}
          userIds={userIds}
        />
      ))}
    </div>
  );
}

const rowOf = (userId: number) => `[role="row"][data-key="${userId}"]`;

const AGENT = 'application/x-offhook-agent';

interface GroupProps {
  /** The element that tells the keys. */
  readonly describedBy: string;
  readonly group: number;
  readonly isNew: boolean;
  readonly userIds: readonly number[];
  readonly people: ReadonlyMap<number, Person>;
  readonly nameOf: (userId: number) => string;
  readonly onMove: (userIds: readonly number[]) => void;
  readonly onRemove: (userId: number) => void;
}

function Group({ describedBy, group, isNew, userIds, people, nameOf, onMove, onRemove }: GroupProps) {
  const label = isNew ? 'A new priority' : `Priority ${group}`;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ [AGENT]: String(key), 'text/plain': nameOf(Number(key)) })),
    acceptedDragTypes: [AGENT],
    getDropOperation: () => 'move',
    onRootDrop: async ({ items }) => {
      const texts = await Promise.all(
        items.flatMap((item) => (item.kind === 'text' ? [item.getText(AGENT)] : [])),
      );
      onMove(texts.map(Number));
    },
  });
  return (
    <div className={c('group', isNew && 'new')}>
      <h3 className={c('title')}>{label}</h3>
      <GridList
        aria-describedby={describedBy}
        aria-label={label}
        className={c('list')}
        dragAndDropHooks={dragAndDropHooks}
        items={userIds.map((id) => ({ id }))}
        keyboardNavigationBehavior="tab"
        renderEmptyState={() => <span className={c('empty')}>Drag an agent here.</span>}
      >
        {({ id }) => {
          const person = people.get(id);
          return (
            <GridListItem className={c('row')} id={id} textValue={nameOf(id)}>
              <Button aria-label={`Move ${nameOf(id)}`} className={c('grip')} slot="drag">
                <Icon svg={grip} />
              </Button>
              <StateMark state={person?.state ?? 'unavailable'} />
              <span className={c('name')} title={nameOf(id)}>
                {nameOf(id)}
                {person?.active === false && ' (not active)'}
              </span>
              <Button
                aria-label={`Remove ${nameOf(id)} from the team`}
                className={c('remove')}
                onPress={() => onRemove(id)}
              >
                <Icon svg={close} />
              </Button>
            </GridListItem>
          );
        }}
      </GridList>
    </div>
  );
}
