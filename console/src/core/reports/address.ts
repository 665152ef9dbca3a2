/** What the page shows, as its address holds it. */

import type { ReportMailFilters } from '@offhook/contract/console/report-mail-entities';
import type { Day } from '../periods/calendar.ts';
import {
  PRESETS,
  type Preset,
  periodBefore,
  presetRange,
  type Range,
  type RangeName,
  rangeProblem,
} from '../periods/ranges.ts';
import { type AgentSort, DEFAULT_SORT, parseSort, sortText } from './charts/agent-rows.ts';

export interface ReportFilters {
  /** Empty: all. */
  readonly team: string;
  readonly agent: string;
  readonly source: string;
  readonly number: string;
}

export interface ReportView extends ReportFilters {
  readonly name: RangeName;
  readonly range: Range;
  /** null: without comparison. */
  readonly before: Range | null;
  readonly sort: AgentSort;
}

const DEFAULT_PRESET: Preset = 'week';

/** Reads `URLSearchParams`. Invalid values are ignored. @param today in the account's time zone */
export function readReportAddress(param: (name: string) => string | null, today: Day): ReportView {
  const text = (name: string) => param(name) ?? '';
  const from = text('from');
  const to = text('to');
  const preset = PRESETS.find((one) => one === text('range')) ?? DEFAULT_PRESET;
  const isCustom = text('range') === 'custom' && rangeProblem(from, to, today) === null;
  const name = isCustom ? 'custom' : preset;
  const range = isCustom ? { from, to } : presetRange(preset, today);
  const id = (value: string) => (/^\d{1,15}$/.test(value) ? value : '');
  return {
    name,
    range,
    before: text('compare') === 'none' ? null : periodBefore(name, range),
    team: id(text('team')),
    agent: id(text('agent')),
    source: text('source').slice(0, 300),
    number: id(text('number')),
    sort: parseSort(text('sort')),
  };
}

/** The filters as requests have them. */
export function toReportQuery({ team, agent, source, number }: ReportFilters): ReportMailFilters {
  return {
    ...(team && { team_id: Number(team) }),
    ...(agent && { agent_id: Number(agent) }),
    ...(source && { source }),
    ...(number && { number_id: Number(number) }),
  };
}

/** The reverse of `toReportQuery`. */
export function toReportFilters({ team_id, agent_id, source, number_id }: ReportMailFilters): ReportFilters {
  const text = (id: number | undefined) => (id === undefined ? '' : String(id));
  return { team: text(team_id), agent: text(agent_id), source: source ?? '', number: text(number_id) };
}

export interface ReportChange extends Partial<ReportFilters> {
  readonly range?: { readonly name: Preset } | ({ readonly name: 'custom' } & Range);
  readonly compares?: boolean;
  readonly sort?: AgentSort;
}

/** The parameters to set, or to delete if null: defaults aren't in the address. */
export function toAddressChanges(change: ReportChange): readonly (readonly [string, string | null])[] {
  const changes: [string, string | null][] = [];
  const { range, compares, sort } = change;
  if (range) {
    const isCustom = range.name === 'custom';
    changes.push(['range', range.name === DEFAULT_PRESET ? null : range.name]);
    changes.push(['from', isCustom ? range.from : null], ['to', isCustom ? range.to : null]);
  }
  if (compares !== undefined) changes.push(['compare', compares ? null : 'none']);
  for (const name of ['team', 'agent', 'source', 'number'] as const) {
    const value = change[name];
    if (value !== undefined) changes.push([name, value || null]);
  }
  if (sort) changes.push(['sort', sortText(sort) === sortText(DEFAULT_SORT) ? null : sortText(sort)]);
  return changes;
}
