import { sourceName } from '../../core/leads/list-names.ts';
import { useApiQuery } from '../../queries.ts';
import { Choice, type Choices, toChoices, withChosen } from '../forms/choice.tsx';
import type { AddressFilters } from './use-address-filters.ts';

/** What the filters of calls and leads offer, and `choice`, which shows one of them. */
export function useFilterChoices({ value, filter }: AddressFilters) {
  const { data: offered } = useApiQuery('readListChoices', {});
  // Supervisors can't list agents and teams, but the board names them.
  const board = useApiQuery('readBoard', { query: {} }).data;
  const sources: Choices = (offered?.sources ?? []).map((source) => [source, sourceName(source)]);
  return {
    agents: toChoices(board?.agents),
    teams: toChoices(board?.teams),
    numbers: offered?.numbers ?? [],
    tags: offered?.tags ?? [],
    sources: withChosen(sources, value('source'), sourceName),
    choice: (name: string, label: string, none: string, choices: Choices) => (
      <Choice choices={choices} filter label={label} none={none} {...filter(name)} />
    ),
  };
}
