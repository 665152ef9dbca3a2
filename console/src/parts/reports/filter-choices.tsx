import type { Report } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { sourceName } from '../../core/leads/list-names.ts';
import type { ReportFilters } from '../../core/reports/address.ts';
import { Choice, type Choices, toChoices, withChosen } from '../forms/choice.tsx';

interface Props {
  readonly filters: ReportFilters;
  readonly onChange: (change: Partial<ReportFilters>) => void;
}

/** Until the first answer, or of another account. */
const unlisted = (id: string) => id;

export function TeamChoice({
  filters: { team },
  teams,
  filter,
  onChange,
}: Props & { readonly teams: Report['choices']['teams'] | undefined; readonly filter?: boolean }) {
  return (
    <Choice
      choices={withChosen(toChoices(teams), team, unlisted)}
      {...(filter && { filter })}
      label={t('field.team')}
      none={t('filter.allTeams')}
      onText={(value) => onChange({ team: value })}
      value={team}
    />
  );
}

interface OtherProps extends Props {
  readonly agents: readonly { readonly id: number; readonly full_name: string }[] | undefined;
  readonly numbers: Report['choices']['numbers'] | undefined;
  readonly sources: Choices;
}

/** Agent, source and number. */
export function OtherChoices({ filters, agents, numbers = [], sources, onChange }: OtherProps) {
  const { agent, source, number } = filters;
  const named: Choices = numbers.map((one) => [
    one.id,
    one.name === null
      ? one.phone_number_formatted
      : t('reports.number', { name: one.name, number: one.phone_number_formatted }),
  ]);
  return (
    <>
      <Choice
        choices={withChosen(toChoices(agents), agent, unlisted)}
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
        choices={withChosen(named, number, unlisted)}
        label={t('field.number')}
        none={t('reports.number.all')}
        onText={(value) => onChange({ number: value })}
        value={number}
      />
    </>
  );
}
