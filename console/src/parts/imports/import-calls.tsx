import type { LeadImport, LeadImportChange } from '@offhook/contract/console/leads/import-entities';
import { classes } from '@offhook/design/classes';
import groups from '@offhook/design/icons/groups.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { useId, useState } from 'react';
import { aboutTime } from '../../core/leads/import-text.ts';
import { Card } from '../cards/card.tsx';
import { Choice, toChoices } from '../forms/choice.tsx';
import { MinuteSelect } from '../forms/minute-select.tsx';
import { TextField } from '../forms/text-field.tsx';
import { DayFilter } from '../tables/day-filter.tsx';
import styles from './import-calls.module.css';

const c = classes(styles);

type Plan = LeadImport['plan'];
const STARTS = ['now', 'at', 'none'] as const;

interface Props {
  readonly plan: Plan;
  readonly agents: LeadImport['agents'];
  readonly teams: readonly { readonly id: number; readonly name: string }[] | undefined;
  readonly onChange: (change: LeadImportChange) => void;
}

/** Which team calls the new leads, and when. */
export function ImportCalls({ plan, agents, teams, onChange }: Props) {
  const name = useId();
  const [source, setSource] = useState(plan.source ?? '');
  const texts = {
    now: { title: t('import.calls.now'), hint: null },
    at: { title: t('import.calls.at'), hint: t('import.calls.at.hint') },
    none: { title: t('import.calls.none'), hint: t('import.calls.none.hint') },
  };
  const seconds = agents?.seconds ?? null;
  return (
    <Card flush title={t('import.calls.title')}>
      <div aria-label={t('import.calls.title')} className={c('starts')} role="radiogroup">
        {STARTS.map((start) => {
          const isChosen = plan.calls === start;
          const { title, hint } = texts[start];
          return (
            <div className={c('start', isChosen && 'chosen')} key={start}>
              <label className={c('option')}>
                <input
                  aria-describedby={hint === null ? undefined : `${name}-${start}`}
                  checked={isChosen}
                  className={c('radio')}
                  name={name}
                  onChange={() => onChange({ calls: start })}
                  type="radio"
                  value={start}
                />
                {title}
              </label>
              {hint !== null && (
                <span className={c('hint')} id={`${name}-${start}`}>
                  {hint}
                </span>
              )}
              {start === 'at' && isChosen && (
                <div className={c('moment')}>
                  <DayFilter
                    label={t('import.calls.date')}
                    onText={(day) => day !== '' && onChange({ call_date: day })}
                    value={plan.call_date ?? ''}
                  />
                  <MinuteSelect
                    filter
                    label={t('import.calls.time')}
                    minute={plan.call_minute}
                    onMinute={(minute) => onChange({ call_minute: Math.min(minute, 1_439) })}
                  />
                </div>
              )}
            </div>
          );
        })}
      </div>
      <div className={c('fields')}>
        <Choice
          choices={toChoices(teams)}
          label={t('field.team')}
          onText={(value) => onChange({ team_id: Number(value) })}
          value={plan.team?.id ?? teams?.[0]?.id ?? ''}
        />
        <TextField
          label={t('import.field.source')}
          maxLength={200}
          onBlur={() => source.trim() !== (plan.source ?? '') && onChange({ source: source.trim() })}
          onText={setSource}
          value={source}
        />
      </div>
      <div className={c('foot')}>
        {agents !== null && (
          <p className={c('agents')}>
            <Icon svg={groups} />
            {seconds === null
              ? t('import.agents', { count: agents.count })
              : t('import.agents.withTime', { count: agents.count, time: aboutTime(seconds).toLowerCase() })}
          </p>
        )}
        <p>{t('import.calls.known')}</p>
      </div>
    </Card>
  );
}
