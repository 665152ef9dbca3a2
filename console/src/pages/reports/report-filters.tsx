import type { Report } from '@offhook/contract/console/report-entities';
import { Icon } from '@offhook/design/icons/icon.tsx';
import tune from '@offhook/design/icons/tune.svg?raw';
import { t } from '@offhook/i18n/console';
import { sourceName } from '../../core/leads/list-names.ts';
import type { ReportChange, ReportView } from '../../core/reports/address.ts';
import { reportSourceName } from '../../core/reports/charts/outcomes.ts';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { Popup } from '../../parts/dialogs/popup.tsx';
import { Choice, type Choices, toChoices, withChosen } from '../../parts/forms/choice.tsx';

interface Props {
  readonly view: ReportView;
  /** null: still loading. */
  readonly report: Report | null;
  readonly onChange: (change: ReportChange) => void;
}

/** Until the first answer, or of another account. */
const unlisted = (id: string) => id;

export function TeamFilter({ view, report, onChange }: Props) {
  return (
    <Choice
      choices={withChosen(toChoices(report?.choices.teams), view.team, unlisted)}
      filter
      label={t('field.team')}
      none={t('filter.allTeams')}
      onText={(team) => onChange({ team })}
      value={view.team}
    />
  );
}

/** Agent, source and number. */
export function MoreFilters({ view, report, onChange }: Props) {
  const { agent, source, number } = view;
  const count = [agent, source, number].filter(Boolean).length;
  const sources: Choices = (report?.sources ?? [])
    .filter(({ kind }) => kind !== 'other')
    .map((one) => [one.key, reportSourceName(one)]);
  const numbers: Choices = (report?.choices.numbers ?? []).map((one) => [
    one.id,
    one.name === null
      ? one.phone_number_formatted
      : t('reports.number', { name: one.name, number: one.phone_number_formatted }),
  ]);
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
          <Choice
            choices={withChosen(toChoices(report?.choices.agents), agent, unlisted)}
            label={t('field.agent')}
            none={t('agents.all')}
            onText={(value) => onChange({ agent: value })}
            value={agent}
          />
          <Choice
            choices={withChosen(sources, source, sourceName)}
            label={t('reports.source')}
            none={t('reports.source.all')}
            onText={(value) => onChange({ source: value })}
            value={source}
          />
          <Choice
            choices={withChosen(numbers, number, unlisted)}
            label={t('field.number')}
            none={t('reports.number.all')}
            onText={(value) => onChange({ number: value })}
            value={number}
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
