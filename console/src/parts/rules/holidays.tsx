import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatCountry } from '@offhook/i18n/formats';
import { useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { addHolidays, type HolidayForm, wrongHolidays } from '../../core/forms/rules-form.ts';
import { useApiQuery } from '../../queries.ts';
import { SmallButton } from '../cards/small-button.tsx';
import { ListEditor, type ListEditorProps } from '../forms/list-editor.tsx';
import { TextField } from '../forms/text-field.tsx';
import { DayFilter } from '../tables/day-filter.tsx';
import styles from './holidays.module.css';

const c = classes(styles);

interface Props extends ListEditorProps<HolidayForm> {
  /** As saved: the server lists this country's holidays. */
  readonly country: string;
}

/** Dates on which teams with hours are closed, and those of the country's calendar to choose from. */
export function Holidays({ country, ...list }: Props) {
  const { clock } = useConsole();
  const [failed, setFailed] = useState<string | null>(null);
  const thisYear = new Date(clock.now()).getFullYear();
  const wrong = list.error === null ? [] : wrongHolidays(list.rows);
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
        <CalendarButton
          country={country}
          key={year}
          onChange={list.onChange}
          onFailed={setFailed}
          rows={list.rows}
          year={year}
        />
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

interface CalendarProps extends Pick<Props, 'country' | 'rows' | 'onChange'> {
  readonly year: number;
  readonly onFailed: (error: string | null) => void;
}

/** Offers a year's public holidays as long as one of them isn't in the list. */
function CalendarButton({ country, rows, year, onChange, onFailed }: CalendarProps) {
  const { data, refetch, isFetching } = useApiQuery('listPublicHolidays', { query: { year } });
  const calendar = data?.data;
  const isAdded = calendar !== undefined && addHolidays(rows, calendar).length === rows.length;
  const add = async () => {
    // It couldn't be loaded with the page.
    const answer = calendar ? null : await refetch();
    onFailed(answer?.error?.message ?? null);
    const holidays = calendar ?? answer?.data?.data;
    if (holidays) onChange(addHolidays(rows, holidays));
  };
  // A country without a calendar.
  if (calendar?.length === 0) return null;
  return (
    <SmallButton disabled={isAdded || (isFetching && !calendar)} variant="quiet" onClick={() => void add()}>
      {t(isAdded ? 'rules.holidays.calendar.added' : 'rules.holidays.calendar', {
        country: formatCountry(country),
        year: String(year),
      })}
    </SmallButton>
  );
}
