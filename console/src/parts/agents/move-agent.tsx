import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { groupLabel, type PriorityGroup } from '../../core/forms/people/ringing-order.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { Choice } from '../forms/choice.tsx';

interface Props {
  readonly name: string;
  readonly groups: readonly PriorityGroup[];
  readonly from: number;
  readonly onMove: (group: number) => void;
  readonly onClose: () => void;
}

/** Chooses an agent's priority without dragging, for keyboards, switches and screen readers. */
export function MoveAgent({ name, groups, from, onMove, onClose }: Props) {
  const [chosen, setChosen] = useState(from);
  return (
    <FormDialog
      action={t('ringingOrder.move')}
      onClose={onClose}
      onSubmit={() => onMove(chosen)}
      title={t('ringingOrder.move.label', { name })}
    >
      <Choice
        choices={groups.map((group) => [group.group, groupLabel(group)])}
        label={t('ringingOrder.move.to')}
        onText={(value) => setChosen(Number(value))}
        value={chosen}
      />
    </FormDialog>
  );
}
