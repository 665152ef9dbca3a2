import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/phone';
import { dayFigures, dayResults } from '../core/lists/day-figures.ts';
import { usePhone } from '../phone-context.tsx';
import { useOwnDay } from '../queries.ts';
import styles from './day.module.css';

const c = classes(styles);

export function DayCards() {
  const { session, screen } = usePhone().state;
  const user = session.name === 'agent' ? session.user : null;
  const { data, error } = useOwnDay(user?.id ?? null, screen.resultsChanged);
  // An older server doesn't know the request.
  if (error && !data) return error.status === 404 ? null : <Banner text={error.message} />;
  if (!data) return null;
  const results = dayResults(data);
  return (
    <div className={c('cards')}>
      <dl className={c('figures')}>
        {dayFigures(data).map(({ label, value, unit, detail }) => (
          <div className={c('figure')} key={label}>
            <dt>{label}</dt>
            <dd>
              <span className={c('value')}>
                {value} {unit !== '' && <span className={c('unit')}>{unit}</span>}
              </span>
              {detail !== '' && <span className={c('detail')}>{detail}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {results.length > 0 && (
        <section className={c('card')}>
          <h3 className={c('cardTitle')}>{t('day.results')}</h3>
          <dl>
            {results.map(({ label, count }) => (
              <div className={c('row')} key={label}>
                <dt>{label}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
