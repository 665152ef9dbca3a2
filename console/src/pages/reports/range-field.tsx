import { classes } from '@offhook/design/classes';
import calendar from '@offhook/design/icons/calendar_today.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import expandMore from '@offhook/design/icons/keyboard_arrow_down.svg?raw';
import { t } from '@offhook/i18n/console';
import { type FormEvent, useId, useState } from 'react';
import type { Day } from '../../core/periods/calendar.ts';
import { rangeText } from '../../core/periods/range-text.ts';
import { MAX_RANGE_DAYS, PRESETS, rangeProblem } from '../../core/periods/ranges.ts';
import type { ReportChange, ReportView } from '../../core/reports/address.ts';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { Popup } from '../../parts/dialogs/popup.tsx';
import { SwitchRow } from '../../parts/forms/switch-row.tsx';
import { DayFilter } from '../../parts/tables/day-filter.tsx';
import styles from './range-field.module.css';

const c = classes(styles);

interface Props {
  readonly view: ReportView;
  /** In the account's time zone. */
  readonly today: Day;
  readonly onChange: (change: ReportChange) => void;
}

/** The range and the period it is compared with. */
export function RangeField({ view, today, onChange }: Props) {
  const { range, before } = view;
  return (
    <Popup
      label={t('reports.range')}
      shows={
        <>
          <Icon size={18} svg={calendar} />
          <span className={c('range')}>{rangeText(range, today)}</span>{' '}
          {before && (
            <span className={c('before')}>
              {t('reports.range.comparedWith', { range: rangeText(before, today) })}
            </span>
          )}
          <span className={c('arrow')}>
            <Icon size={18} svg={expandMore} />
          </span>
        </>
      }
    >
      {(close) => (
        <>
          <ul className={c('presets')}>
            {PRESETS.map((name) => (
              <li key={name}>
                <button
                  aria-current={name === view.name ? 'true' : undefined}
                  className={c('preset', name === view.name && 'chosen')}
                  onClick={() => {
                    onChange({ range: { name } });
                    close();
                  }}
                  type="button"
                >
                  {t(`reports.range.${name}`)}
                </button>
              </li>
            ))}
          </ul>
          <AnyRange
            today={today}
            view={view}
            onChange={(change) => {
              onChange(change);
              close();
            }}
          />
          <SwitchRow
            label={t('reports.range.compare')}
            on={before !== null}
            onSwitch={(compares) => onChange({ compares })}
          />
        </>
      )}
    </Popup>
  );
}

function AnyRange({ view, today, onChange }: Props) {
  const [from, setFrom] = useState(view.range.from);
  const [to, setTo] = useState(view.range.to);
  const [isWrong, setWrong] = useState(false);
  const problemId = useId();
  const problem = rangeProblem(from, to, today);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(problem !== null);
    if (problem === null) onChange({ range: { name: 'custom', from, to } });
  };
  return (
    <form aria-describedby={isWrong ? problemId : undefined} className={c('days')} onSubmit={submit}>
      <DayFilter label={t('filter.fromDay')} max={today} onText={setFrom} value={from} />
      <DayFilter label={t('filter.toDay')} onText={setTo} value={to} />
      <SmallButton type="submit" variant="quiet">
        {t('action.apply')}
      </SmallButton>
      {isWrong && problem !== null && (
        <p className={c('problem')} id={problemId} role="alert">
          {problem === 'tooLong'
            ? t('reports.range.problem.tooLong', { max: MAX_RANGE_DAYS })
            : t(`reports.range.problem.${problem}`)}
        </p>
      )}
    </form>
  );
}
