import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useEffect, useId, useRef, useState } from 'react';
import { type Member, priorityGroups } from '../../../core/forms/people/ringing-order.ts';
import { MoveAgent } from '../move-agent.tsx';
import { RingingGroup } from './ringing-group.tsx';
import styles from './ringing-order.module.css';
import type { TeamAgent } from './ringing-row.tsx';

const c = classes(styles);

interface Props {
  readonly members: readonly Member[];
  readonly people: ReadonlyMap<number, TeamAgent>;
  readonly onMove: (userId: number, group: number) => void;
  readonly onRemove: (userId: number) => void;
}

/**
 * Agents by priority. Users move an agent by dragging, by Alt and an arrow key, or in the dialog that its grip opens.
 */
export function RingingOrder({ members, people, onMove, onRemove }: Props) {
  const order = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [choosing, setChoosing] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const help = useId();
  const nameOf = (userId: number) => people.get(userId)?.full_name ?? t('agent.unknown', { id: userId });
  const groups = priorityGroups(members, nameOf);
  const groupOf = (userId: number) => groups.findIndex(({ userIds }) => userIds.includes(userId));

  // A row that moves to another list becomes a new element.
  useEffect(() => {
    const userId = focusNext.current;
    focusNext.current = null;
    if (userId !== null) order.current?.querySelector<HTMLElement>(`[data-agent="${userId}"]`)?.focus();
  });

  const move = (userId: number, group: number) => {
    setDragged(null);
    setChoosing(null);
    setAnnouncement(t('ringingOrder.moved', { name: nameOf(userId), priority: group }));
    focusNext.current = userId;
    onMove(userId, group);
  };

  const moveBy = (userId: number, by: number) => {
    const next = groups[groupOf(userId) + by];
    if (next) move(userId, next.group);
  };

  const remove = (userId: number) => {
    const all = groups.flatMap(({ userIds }) => userIds);
    const at = all.indexOf(userId);
    focusNext.current = all[at + 1] ?? all[at - 1] ?? null;
    onRemove(userId);
  };

  return (
    <div className={c('order')} ref={order}>
      <p hidden id={help}>
        {t('ringingOrder.help')}
      </p>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {groups.map((group) => (
        <RingingGroup
          actions={{ onDrag: setDragged, onMoveBy: moveBy, onChoose: setChoosing, onRemove: remove }}
          describedBy={help}
          dragged={dragged}
          group={group}
          key={group.group}
          nameOf={nameOf}
          onDrop={(userId) => move(userId, group.group)}
          people={people}
        />
      ))}
      {choosing !== null && (
        <MoveAgent
          from={groups[groupOf(choosing)]?.group ?? 1}
          groups={groups}
          name={nameOf(choosing)}
          onClose={() => setChoosing(null)}
          onMove={(group) => move(choosing, group)}
        />
      )}
    </div>
  );
}
