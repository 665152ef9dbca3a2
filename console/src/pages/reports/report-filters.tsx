import type { Report } from '@offhook/contract/console/report-entities';
import { Icon } from '@offhook/design/icons/icon.tsx';
import tune from '@offhook/design/icons/tune.svg?raw';
import { t } from '@offhook/i18n/console';
import type { ReportChange, ReportView } from '../../core/reports/address.ts';
import { reportSourceName } from '../../core/reports/charts/outcomes.ts';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { Popup } from '../../parts/dialogs/popup.tsx';
import type { Choices } from '../../parts/forms/choice.tsx';
import { OtherChoices, TeamChoice } from '../../parts/reports/filter-choices.tsx';

interface Props {
  readonly view: ReportView;
  /** null: still loading. */
  readonly report: Report | null;
  readonly onChange: (change: ReportChange) => void;
}

export function TeamFilter({ view, report, onChange }: Props) {
  return <TeamChoice filter filters={view} onChange={onChange} teams={report?.choices.teams} />;
}

/** Agent, source and number. */
export function MoreFilters({ view, report, onChange }: Props) {
  const { agent, source, number } = view;
  const count = [agent, source, number].filter(Boolean).length;
  const sources: Choices = (report?.sources ?? [])
    .filter(({ kind }) => kind !== 'other')
    .map((one) => [one.key, reportSourceName(one)]);
  return (
    <Popup
      label={t('reports.filters')}
      shows={
        <>
          <Icon size={18} svg={tune} />
          {count === 0 ? t('reports.filters') : t('reports.filters.count', { count })}
        </>
      }
    >
      {(close) => (
        <>
          <OtherChoices
            agents={report?.choices.agents}
            filters={view}
            numbers={report?.choices.numbers}
            onChange={onChange}
            sources={sources}
          />
          {count > 0 && (
            <SmallButton
              onClick={() => {
                onChange({ agent: '', source: '', number: '' });
                close();
              }}
              variant="quiet"
            >
              {t('reports.filters.clear')}
            </SmallButton>
          )}
        </>
      )}
    </Popup>
  );
}
