import { t } from '@offhook/i18n/console';
import { formatTimeOfDay } from '@offhook/i18n/formats';
import { Choice } from './choice.tsx';

interface Props {
  readonly label: string;
  readonly minute: number;
  /** Hides the label visually. */
  readonly filter?: boolean;
  readonly onMinute: (minute: number) => void;
}

const QUARTERS = Array.from({ length: 97 }, (_, at) => at * 15);

/** A time of day, including both midnights. */
export function MinuteSelect({ minute, onMinute, ...select }: Props) {
  const shown = QUARTERS.includes(minute) ? QUARTERS : [...QUARTERS, minute].sort((a, b) => a - b);
  return (
    <Choice
      choices={shown.map((one) => [one, one === 1440 ? t('hours.midnight') : formatTimeOfDay(one)])}
      onText={(value) => onMinute(Number(value))}
      value={minute}
      {...select}
    />
  );
}
