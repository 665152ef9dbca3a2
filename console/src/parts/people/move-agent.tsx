import { Select } from '@offhook/design/forms/field.tsx';
import { useState } from 'react';
import { groupLabel, type PriorityGroup } from '../../core/forms/ringing-order.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';

interface Props {
  readonly name: string;
  readonly groups: readonly PriorityGroup[];
  readonly from: number;
  readonly onMove: (group: number) => void;
  readonly onClose: () => void;
}

/** Chooses an agent's priority without dragging: with a keyboard, a switch or a screen reader on a phone. */
export function MoveAgent({ name, groups, from, onMove, onClose }: Props) {
  const [chosen, setChosen] = useState(from);
  return (
    <FormDialog action="Move" onClose={onClose} onSubmit={() => onMove(chosen)} title={`Move ${name}`}>
      <Select label="Move to" onChange={({ target }) => setChosen(Number(target.value))} value={chosen}>
        {groups.map((group) => (
          <option key={group.group} value={group.group}>
            {groupLabel(group)}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
