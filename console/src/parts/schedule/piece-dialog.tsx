import { GRID_MINUTES } from '@offhook/contract/weekly-schedule';
import { type ConsoleMessage, t } from '@offhook/i18n/console';
import { formatTimeOfDay, formatWeekday } from '@offhook/i18n/formats';
import { useState } from 'react';
import {
  DAY,
  DAYS,
  type Piece,
  type Placed,
  setTimes,
  splitByDay,
  type TimesProblem,
} from '../../core/schedule/schedule-grid.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { Choice, type Choices } from '../forms/choice.tsx';

interface Props {
  readonly pieces: readonly Piece[];
  /** The hours to edit, or a suggestion for new ones. */
  readonly piece: Piece;
  readonly isNew: boolean;
  /** @param targetDays days that get the same hours as this one */
  readonly onSet: (placed: Placed, targetDays: readonly number[]) => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const QUARTERS = Array.from({ length: DAY / GRID_MINUTES }, (_, at) => at * GRID_MINUTES);

const PROBLEMS = {
  empty: 'hours.problem.empty',
  'off-grid': 'hours.problem.offGrid',
  overlap: 'hours.problem.overlap',
} as const satisfies Record<TimesProblem, ConsoleMessage>;

const COPY_TARGETS: Readonly<Record<string, readonly number[]>> = {
  none: [],
  weekdays: [1, 2, 3, 4, 5],
  all: DAYS,
};

const copies = (): Choices => [
  ['none', t('hours.copy.none')],
  ['weekdays', t('hours.copy.weekdays')],
  ['all', t('hours.copy.all')],
];

/** Sets a piece's day and times without dragging. */
export function PieceDialog({ pieces, piece, isNew, onSet, onRemove, onClose }: Props) {
  const [first] = splitByDay(piece);
  const [day, setDay] = useState(first?.day ?? 1);
  const [from, setFrom] = useState(piece.start % DAY);
  const [to, setTo] = useState((piece.start + piece.length) % DAY);
  const [onto, setOnto] = useState('none');
  const [problem, setProblem] = useState<TimesProblem | null>(null);
  const submit = () => {
    // Midnight is the end of the day, not its start.
    const times = { day, from, to: to === 0 ? DAY : to };
    const placed = setTimes(pieces, isNew ? null : pieces.indexOf(piece), times);
    if ('problem' in placed) setProblem(placed.problem);
    else onSet(placed, COPY_TARGETS[onto] ?? []);
  };
  return (
    <FormDialog
      action={isNew ? t('action.add') : t('action.apply')}
      beside={
        !isNew && (
          <SmallButton variant="quiet" onClick={onRemove}>
            {t('action.remove')}
          </SmallButton>
        )
      }
      error={problem && t(PROBLEMS[problem])}
      onClose={onClose}
      onSubmit={submit}
      title={isNew ? t('hours.add.title') : t('hours.title')}
    >
      <Choice
        choices={DAYS.map((one) => [one, formatWeekday(one)])}
        label={t('hours.day')}
        onText={(value) => setDay(Number(value))}
        value={day}
      />
      <Choice
        choices={QUARTERS.map((minute) => [minute, formatTimeOfDay(minute)])}
        label={t('hours.from')}
        onText={(value) => setFrom(Number(value))}
        value={from}
      />
      <Choice
        choices={QUARTERS.map((minute) => [minute, endText(minute, from)])}
        label={t('hours.to')}
        onText={(value) => setTo(Number(value))}
        value={to}
      />
      <Choice choices={copies()} label={t('hours.copy')} onText={setOnto} value={onto} />
    </FormDialog>
  );
}

function endText(minute: number, from: number): string {
  if (minute === 0) return t('hours.midnight');
  const time = formatTimeOfDay(minute);
  return minute <= from ? t('hours.nextDay', { time }) : time;
}
