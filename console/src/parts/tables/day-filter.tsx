import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import calendar from '@offhook/design/icons/calendar_today.svg?raw';
import { t } from '@offhook/i18n/console';
import { numericDateOrder } from '@offhook/i18n/formats';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatNumericDay, parseDay } from '../../days.ts';
import styles from './day-filter.module.css';
import type { FilterProps } from './filters.tsx';

const c = classes(styles);

interface Props extends FilterProps {
  readonly label: string;
  /** Where a column's head names the field. */
  readonly hidesLabel?: boolean;
  readonly isWrong?: boolean;
  readonly min?: string;
  readonly max?: string;
}

/** A two-digit year may be the start of a four-digit one. */
const WHOLE_YEAR = /\d{4}/;

/** A day in the user's time zone. A text field, because a date field follows the browser's date order. */
export function DayFilter({ label, value, onText, hidesLabel, isWrong = false, min, max }: Props) {
  /** The text being typed, or an entered text that isn't a day. */
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const wrongId = useId();
  const order = numericDateOrder();
  const choose = (day: string) => {
    if (day !== value) onText(day);
  };
  const type = (text: string) => {
    setTyped(text);
    setWrong(false);
    const day = text.trim() === '' ? '' : WHOLE_YEAR.test(text) ? parseDay(text, order) : null;
    if (day !== null) choose(day);
  };
  const finish = () => {
    if (typed === null) return;
    const day = typed.trim() === '' ? '' : parseDay(typed, order);
    setWrong(day === null);
    if (day === null) return;
    setTyped(null);
    choose(day);
  };
  return (
    <div className={c('day', hidesLabel && 'unlabeled')}>
      <Field
        after={
          <span className={c('pick')}>
            <input
              aria-hidden="true"
              className={c('calendar')}
              // Of no form: the browser would reject the form for days outside `min` and `max`.
              form=""
              max={max}
              min={min}
              onChange={({ target }) => {
                setTyped(null);
                setWrong(false);
                choose(target.value);
              }}
              ref={picker}
              tabIndex={-1}
              type="date"
              value={value}
            />
            <IconButton
              icon={calendar}
              variant="row"
              name={t('filter.chooseDay', { field: label })}
              onClick={() => picker.current?.showPicker()}
            />
          </span>
        }
        aria-describedby={wrong ? wrongId : undefined}
        aria-invalid={wrong || isWrong}
        autoComplete="off"
        before={
          hidesLabel ? undefined : (
            <span aria-hidden="true" className={c('label')}>
              {label}
            </span>
          )
        }
        filter
        label={label}
        maxLength={20}
        onBlur={finish}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && finish()}
        placeholder={t(`filter.dayFormat.${order}`)}
        value={typed ?? formatNumericDay(value, order)}
      />
      {wrong && (
        <span className={c('wrong')} id={wrongId} role="alert">
          {t('filter.notADay', { format: t(`filter.dayFormat.${order}`) })}
        </span>
      )}
    </div>
  );
}
