import { GRID_MINUTES } from '@offhook/contract/weekly-schedule';
import { useState } from 'react';
import { timeOfDay } from '../../core/schedule/clock-words.ts';
import {
  DAY,
  DAY_NAMES,
  type Piece,
  type Placed,
  partsOf,
  setTimes,
} from '../../core/schedule/schedule-grid.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { Choice, type Choices } from '../forms/choice.tsx';

interface Props {
  readonly pieces: readonly Piece[];
  readonly index: number;
  /** @param onto days that get the same hours as this one */
  readonly onSet: (placed: Placed, onto: readonly number[]) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const QUARTERS = Array.from({ length: DAY / GRID_MINUTES }, (_, at) => at * GRID_MINUTES);

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

const COPIES: Choices = [
  ['none', 'Nowhere'],
  ['weekdays', 'Onto Monday to Friday'],
  ['all', 'Onto every day'],
];

/** A piece by its day and times, for who would rather choose than drag. */
export function PieceDialog({ pieces, index, onSet, onRemove, onClose }: Props) {
  const piece = pieces[index] ?? { start: 0, length: GRID_MINUTES };
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
      <Choice
        choices={DAY_NAMES.map((name, at) => [at + 1, name])}
        label="Day"
        onText={(value) => setDay(Number(value))}
        value={day}
      />
      <Choice
        choices={QUARTERS.map((minute) => [minute, timeOfDay(minute)])}
        label="From"
        onText={(value) => setFrom(Number(value))}
        value={from}
      />
      <Choice
        choices={QUARTERS.map((minute) => [minute, endWords(minute, from)])}
        label="To"
        onText={(value) => setTo(Number(value))}
        value={to}
      />
      <Choice choices={COPIES} label="Copy this day" onText={setOnto} value={onto} />
    </FormDialog>
  );
}

function endWords(minute: number, from: number): string {
  if (minute === 0) return 'Midnight';
  return minute <= from ? `${timeOfDay(minute)}, the day after` : timeOfDay(minute);
}
