import { t } from '@offhook/i18n/console';
import { timeZones } from '@offhook/i18n/time-zones';
import { Choice } from './choice.tsx';

interface Props {
  readonly value: string;
  readonly onText: (name: string) => void;
}

export function TimeZoneSelect(field: Props) {
  return (
    <Choice
      choices={timeZones(field.value).map((name) => [name, name])}
      label={t('field.timeZone')}
      {...field}
    />
  );
}
