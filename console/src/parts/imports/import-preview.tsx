import type { ImportCheck, LeadImport } from '@offhook/contract/console/leads/import-entities';
import { rejectedRowsPath } from '@offhook/contract/console/leads/import-entities';
import { classes } from '@offhook/design/classes';
import check from '@offhook/design/icons/check_circle-fill.svg?raw';
import error from '@offhook/design/icons/error-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import person from '@offhook/design/icons/person-fill.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import type { ReactNode } from 'react';
import { useConsole } from '../../console-context.ts';
import { barParts, problemName } from '../../core/leads/import-text.ts';
import { Card } from '../cards/card.tsx';
import { Choice } from '../forms/choice.tsx';
import styles from './import-preview.module.css';

const c = classes(styles);

interface Props {
  readonly id: number;
  readonly plan: LeadImport['plan'];
  /** null: no row is counted yet. */
  readonly counts: ImportCheck | null;
  /** The counts are of an earlier mapping, or not complete. */
  readonly isCounting: boolean;
  readonly onKnown: (known: LeadImport['plan']['known']) => void;
}

/** What the import would do with the rows. */
export function ImportPreview({ id, plan, counts, isCounting, onKnown }: Props) {
  const { api } = useConsole();
  const { rows, new_leads, known_leads, invalid } = counts ?? {
    rows: 0,
    new_leads: 0,
    known_leads: 0,
    invalid: [],
  };
  const rejected = invalid.reduce((sum, { count }) => sum + count, 0);
  const parts = barParts([new_leads, known_leads, rejected]);
  return (
    <Card
      end={
        <span className={c('rows')} role="status">
          {isCounting ? t('import.preview.counting') : t('import.preview.rows', { count: rows })}
        </span>
      }
      flush
      title={t('import.preview.title')}
    >
      <div aria-busy={isCounting} className={c(isCounting && 'dimmed')}>
        <div aria-hidden="true" className={c('bar')}>
          {['new', 'known', 'invalid'].map((part, index) =>
            parts[index] ? (
              <span className={c('part', part)} key={part} style={{ flexGrow: parts[index] }} />
            ) : null,
          )}
        </div>
        <Line count={new_leads} icon={check} label={t('import.new')} tone="good" />
        <Line
          count={known_leads}
          end={
            <Choice
              choices={[
                ['update', t('import.known.update')],
                ['skip', t('import.known.skip')],
              ]}
              filter
              label={t('import.known.choice')}
              onText={(value) => onKnown(value === 'skip' ? 'skip' : 'update')}
              value={plan.known}
            />
          }
          icon={person}
          label={t('import.known')}
          tone="quiet"
        />
        <Line
          count={rejected}
          end={
            rejected > 0 && (
              <a download href={`${api.base}${rejectedRowsPath(id)}`}>
                {t('import.invalid.download')}
              </a>
            )
          }
          icon={error}
          label={t('import.invalid')}
          tone="bad"
        />
        {invalid.length > 0 && (
          <ul className={c('reasons')}>
            {invalid.map(({ problem, count }) => (
              <li className={c('reason')} key={problem}>
                <b className={c('reasonCount')}>{formatNumber(count)}</b> {problemName(problem)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

interface LineProps {
  readonly icon: string;
  readonly tone: 'good' | 'quiet' | 'bad';
  readonly count: number;
  readonly label: string;
  readonly end?: ReactNode;
}

function Line({ icon, tone, count, label, end }: LineProps) {
  return (
    <div className={c('line')}>
      <span className={c('icon', tone)}>
        <Icon svg={icon} />
      </span>
      <b className={c('count')}>{formatNumber(count)}</b>
      <span className={c('label')}>{label}</span>
      <span className={c('end')}>{end}</span>
    </div>
  );
}
