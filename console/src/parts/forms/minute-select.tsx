import { Select } from '@offhook/design/forms/field.tsx';
import { timeOfDay } from '../../core/schedule/clock-words.ts';

interface Props {
  readonly label: string;
  readonly minute: number;
  /** Without a label over it: the row says what it is. */
  readonly filter?: boolean;
  readonly onChange: (minute: number) => void;
}

const QUARTERS = Array.from({ length: 97 }, (_, at) => at * 15);

/** A time of day, from one midnight to the other. */
export function MinuteSelect({ label, minute, filter = false, onChange }: Props) {
  const shown = QUARTERS.includes(minute) ? QUARTERS : [...QUARTERS, minute].sort((a, b) => a - b);
  return (
    <Select
      filter={filter}
      label={label}
      onChange={({ target }) => onChange(Number(target.value))}
      value={minute}
    >
      {shown.map((one) => (
        <option key={one} value={one}>
          {one === 1440 ? 'Midnight' : timeOfDay(one)}
        </option>
      ))}
    </Select>
  );
}
