import type { WeeklySchedule } from '@offhook/contract/weekly-schedule';
import { classes } from '@offhook/design/classes';
import open from '@offhook/design/icons/check_circle-fill.svg?raw';
import closed from '@offhook/design/icons/do_not_disturb_on.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import globe from '@offhook/design/icons/public.svg?raw';
import clockIcon from '@offhook/design/icons/schedule.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatDate, inZone } from '@offhook/i18n/formats';
import { timeZones } from '@offhook/i18n/time-zones';
import { useMemo, useSyncExternalStore } from 'react';
import { useConsole } from '../../console-context.ts';
import { nextHoliday, offsetText, openingAt, openingText, weekText } from '../../core/schedule/open-hours.ts';
import { type Piece, toDayPieces } from '../../core/schedule/schedule-grid.ts';
import type { WeekForm } from '../../core/schedule/week-form.ts';
import { Card } from '../cards/card.tsx';
import { Choice } from '../forms/choice.tsx';
import { SwitchRow } from '../forms/switch-row.tsx';
import styles from './schedule-card.module.css';
import { ScheduleGrid } from './schedule-grid.tsx';

const c = classes(styles);

interface Props {
  readonly week: WeekForm;
  readonly onChange: (week: WeekForm) => void;
  /** Dates on which these hours don't count. */
  readonly holidays?: WeeklySchedule['closed_dates'];
  /** The time zone of new hours. */
  readonly timeZone: string;
  /** The switch that removes all hours. */
  readonly always: { readonly label: string; readonly hint: string };
}

const MINUTE_MS = 60_000;

export function ScheduleCard({ week, onChange, holidays = [], timeZone, always }: Props) {
  const { clock } = useConsole();
  const minute = useSyncExternalStore(clock.listen, () => Math.floor(clock.now() / MINUTE_MS));
  const now = minute * MINUTE_MS;
  const schedule = useMemo(
    () => week && { ...week, pieces: toDayPieces(week.pieces), closed_dates: holidays },
    [week, holidays],
  );
  const isOpen = openingAt(schedule, now).open;
  const note = week && [
    weekText(week.time_zone, week.pieces, now),
    schedule && holidayText(nextHoliday(schedule, now)),
  ];
  return (
    <Card
      beside={
        <span className={c('state', isOpen && 'open')}>
          <Icon svg={isOpen ? open : closed} />
          {openingText(schedule, now)}
        </span>
      }
      end={
        week && (
          <span className={c('zone')}>
            <Choice
              choices={timeZones(week.time_zone).map((name) => [
                name,
                name === week.time_zone
                  ? t('hours.zoneWithOffset', { zone: name, offset: offsetText(name, now) })
                  : name,
              ])}
              filter
              icon={globe}
              label={t('field.timeZone')}
              onText={(time_zone) => onChange({ ...week, time_zone })}
              value={week.time_zone}
            />
          </span>
        )
      }
      title={t('schedule.title')}
    >
      {week && <ScheduleGrid onChange={(pieces) => onChange({ ...week, pieces })} pieces={week.pieces} />}
      {note && (
        <p className={c('note')}>
          <Icon svg={clockIcon} />
          {note.filter(Boolean).join(' ')}
        </p>
      )}
      <SwitchRow
        description={always.hint}
        label={always.label}
        on={week === null}
        onSwitch={(on) => onChange(on ? null : { time_zone: timeZone, pieces: OFFICE })}
      />
    </Card>
  );
}

function holidayText(holiday: ReturnType<typeof nextHoliday>): string {
  if (holiday === null) return '';
  const date = formatDate(Date.parse(holiday.date), inZone('UTC'));
  return holiday.name === ''
    ? t('hours.holiday', { date })
    : t('hours.holiday.named', { date, name: holiday.name });
}

/** Monday to Friday, 9 AM to 5 PM. */
const OFFICE: readonly Piece[] = [0, 1, 2, 3, 4].map((day) => ({ start: day * 1_440 + 540, length: 480 }));
