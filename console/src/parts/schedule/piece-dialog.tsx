import { Select } from '@offhook/design/forms/field.tsx';
import { useState } from 'react';
import { timeOfDay } from '../../core/schedule/clock-words.ts';
import {
  DAY,
  DAY_NAMES,
  type Piece,
  type Placed,
  partsOf,
  STEP,
  setTimes,
} from '../../core/schedule/schedule-grid.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';

interface Props {
  readonly pieces: readonly Piece[];
  readonly index: number;
  /** @param onto days that get the same hours as this one */
  readonly onSet: (placed: Placed, onto: readonly number[]) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const QUARTERS = Array.from({ length: DAY / STEP }, (_, at) => at * STEP);

const PROBLEMS = {
  empty: 'The end should be another time than the beginning.',
  'off-grid': 'Times should be quarters of an hour.',
  overlap: 'There are other hours at that time.',
};

const ONTO: Readonly<Record<string, readonly number[]>> = {
  none: [],
  weekdays: [1, 2, 3, 4, 5],
  all: [1, 2, 3, 4, 5, 6, 7],
};

/** A piece by its day and times, for who would rather choose than drag. */
export function PieceDialog({ pieces, index, onSet, onRemove, onClose }: Props) {
  const piece = pieces[index] ?? { start: 0, length: STEP };
  const [first] = partsOf(piece);
  const [day, setDay] = useState(first?.day ?? 1);
  const [from, setFrom] = useState(piece.start % DAY);
  const [to, setTo] = useState((piece.start + piece.length) % DAY);
  const [onto, setOnto] = useState('none');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = () => {
    // Midnight is the end of the day, not its beginning.
    const placed = setTimes(pieces, index, { day, from, to: to === 0 ? DAY : to });
    if ('problem' in placed) setProblem(PROBLEMS[placed.problem]);
    else onSet(placed, ONTO[onto] ?? []);
  };
  return (
    <FormDialog
      action="Set"
      beside={
        <SmallButton look="quiet" onClick={onRemove}>
          Remove
        </SmallButton>
      }
      error={problem}
      onClose={onClose}
      onSubmit={submit}
      title="Hours"
    >
      <Select label="Day" onChange={({ target }) => setDay(Number(target.value))} value={day}>
        {DAY_NAMES.map((name, at) => (
          <option key={name} value={at + 1}>
            {name}
          </option>
        ))}
      </Select>
      <Select label="From" onChange={({ target }) => setFrom(Number(target.value))} value={from}>
        {QUARTERS.map((minute) => (
          <option key={minute} value={minute}>
            {timeOfDay(minute)}
          </option>
        ))}
      </Select>
      <Select label="To" onChange={({ target }) => setTo(Number(target.value))} value={to}>
        {QUARTERS.map((minute) => (
          <option key={minute} value={minute}>
            {minute === 0 ? 'Midnight' : timeOfDay(minute)}
            {minute !== 0 && minute <= from && ', the day after'}
          </option>
        ))}
      </Select>
      <Select label="Copy this day" onChange={({ target }) => setOnto(target.value)} value={onto}>
        <option value="none">Nowhere</option>
        <option value="weekdays">Onto Monday to Friday</option>
        <option value="all">Onto every day</option>
      </Select>
    </FormDialog>
  );
}
