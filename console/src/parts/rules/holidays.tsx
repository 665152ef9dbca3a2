import { ApiError } from '@offhook/contract/client/api-error';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatCountry } from '@offhook/i18n/formats';
import { useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { addHolidays, type HolidayForm, wrongHolidays } from '../../core/forms/rules-form.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import { TextField } from '../forms/text-field.tsx';
import { DayFilter } from '../tables/day-filter.tsx';
import styles from './holidays.module.css';

const c = classes(styles);

interface Props extends ListEditorProps<HolidayForm> {
  readonly country: string;
}

/** Dates on which teams with hours are closed, and those of the country's calendar to choose from. */
export function Holidays({ country, ...list }: Props) {
  const { api, clock } = useConsole();
  /** By year, those that were added from here. */
  const [calendars, setCalendars] = useState<Readonly<Record<number, readonly HolidayForm[]>>>({});
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const thisYear = new Date(clock.now()).getFullYear();

  async function addCalendar(year: number): Promise<void> {
    setLoading(true);
    const answer = await api.request('listPublicHolidays', { query: { year } });
    setLoading(false);
    setFailed(answer.ok ? null : new ApiError(answer).message);
    if (!answer.ok) return;
    setCalendars((before) => ({ ...before, [year]: answer.value.data }));
    list.onChange(addHolidays(list.rows, answer.value.data));
  }

  const wrong = list.error === null ? [] : wrongHolidays(list.rows);
  /** Until one of them is removed. */
  const isAdded = (year: number) => {
    const calendar = calendars[year];
    return calendar !== undefined && addHolidays(list.rows, calendar).length === list.rows.length;
  };

  return (
    <ListEditor
      {...list}
      error={list.error ?? failed}
      add={t('rules.holidays.add')}
      beside={t('rules.holidays.hint')}
      newRow={{ date: '', name: '' }}
      none={t('rules.holidays.empty')}
      remove={(at) => t('rules.holidays.remove', { position: at + 1 })}
      title={t('rules.holidays.title')}
      head={
        <div aria-hidden="true" className={c('holiday', 'head')}>
          <span>{t('rules.holidays.head.date')}</span>
          <span>{t('field.name')}</span>
        </div>
      }
      under={[thisYear, thisYear + 1].map((year) => (
        <SmallButton
          disabled={loading || isAdded(year)}
          key={year}
          variant="quiet"
          onClick={() => void addCalendar(year)}
        >
          {t(isAdded(year) ? 'rules.holidays.calendar.added' : 'rules.holidays.calendar', {
            country: formatCountry(country),
            year: String(year),
          })}
        </SmallButton>
      ))}
    >
      {({ date, name }, at, change) => (
        <div className={c('holiday')}>
          <DayFilter
            hidesLabel
            isWrong={wrong[at] ?? false}
            label={t('rules.holidays.date', { position: at + 1 })}
            onText={(day) => change({ date: day })}
            value={date}
          />
          <TextField
            filter
            label={t('rules.holidays.name', { position: at + 1 })}
            maxLength={100}
            onText={(text) => change({ name: text })}
            value={name}
          />
        </div>
      )}
    </ListEditor>
  );
}
