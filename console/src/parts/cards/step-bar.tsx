import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import type { StepPart } from '../../core/board/charts.ts';
import { stepTime } from '../../core/board/durations.ts';
import styles from './step-bar.module.css';

const c = classes(styles);

interface Props {
  /** For screen readers. */
  readonly caption: string;
  readonly parts: readonly StepPart[];
  /** A second column of figures. */
  readonly second?: { readonly head: string; readonly of: (part: StepPart) => string };
  /** The header of the first column of figures. */
  readonly head: string;
  readonly note?: string;
}

/** The steps of a lead as one bar, and as a table whose rows are marked like the parts of the bar. */
export function StepBar({ caption, parts, head, second, note }: Props) {
  return (
    <div className={c('steps')}>
      <div aria-hidden="true" className={c('bar')}>
        {parts.map(({ step, share, label, ms }) => (
          <span
            className={c('part', step)}
            key={step}
            style={{ flexGrow: share }}
            title={t('speed.step.withTime', { step: label, time: stepTime(ms) })}
          />
        ))}
      </div>
      <table className={c('table')}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('speed.step')}</th>
            <th scope="col">{head}</th>
            {second && <th scope="col">{second.head}</th>}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.step}>
              <th scope="row">
                <span aria-hidden="true" className={c('mark', part.step)} />
                {part.label}
              </th>
              <td>{stepTime(part.ms)}</td>
              {second && <td>{second.of(part)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {note !== undefined && <p className={c('note')}>{note}</p>}
    </div>
  );
}
