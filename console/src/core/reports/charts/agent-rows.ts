import { compareNames } from '@offhook/i18n/formats';

export interface AgentRow {
  readonly id: number;
  readonly name: string;
  readonly contacted: number;
  readonly calls: number;
  /** Of the agent's calls with a lead, 0 to 1; null without any. */
  readonly rate: number | null;
  readonly talkSeconds: number;
  readonly speedMs: number | null;
  readonly missed: number;
}

const SORT_KEYS = ['name', 'contacted', 'rate', 'calls', 'talk', 'speed', 'missed'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface AgentSort {
  readonly key: SortKey;
  readonly descending: boolean;
}

export const DEFAULT_SORT: AgentSort = { key: 'contacted', descending: true };

/** 'name', '-contacted' */
export const sortText = ({ key, descending }: AgentSort): string => `${descending ? '-' : ''}${key}`;

export function parseSort(text: string): AgentSort {
  const descending = text.startsWith('-');
  const key = SORT_KEYS.find((one) => one === text.slice(descending ? 1 : 0));
  return key ? { key, descending } : DEFAULT_SORT;
}

/** Names begin with A, speeds with the fastest, counts with the highest. */
export const firstSort = (key: SortKey): AgentSort => ({
  key,
  descending: key !== 'name' && key !== 'speed',
});

/** A second click reverses. */
export function nextSort(now: AgentSort, key: SortKey): AgentSort {
  if (now.key === key) return { key, descending: !now.descending };
  return firstSort(key);
}

const VALUES: Readonly<Record<Exclude<SortKey, 'name'>, (row: AgentRow) => number | null>> = {
  contacted: ({ contacted }) => contacted,
  rate: ({ rate }) => rate,
  calls: ({ calls }) => calls,
  talk: ({ talkSeconds }) => talkSeconds,
  speed: ({ speedMs }) => speedMs,
  missed: ({ missed }) => missed,
};

/** What isn't measured comes last in both directions; equal rows are sorted by name. */
export function sortAgents(rows: readonly AgentRow[], { key, descending }: AgentSort): AgentRow[] {
  const turn = descending ? -1 : 1;
  const byName = (a: AgentRow, b: AgentRow) => compareNames(a.name, b.name) || a.id - b.id;
  if (key === 'name') return [...rows].sort((a, b) => turn * byName(a, b));
  const measure = VALUES[key];
  return [...rows].sort((a, b) => {
    const [left, right] = [measure(a), measure(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || byName(a, b);
    return turn * (left - right) || byName(a, b);
  });
}

/** Fewer missed rings stand out by chance. */
const MIN_OUTLIER = 5;
const TIMES_MEDIAN = 2;

/** Whether an agent missed far more rings than the others: more than twice the median of those who took calls. */
export function missedOutliers(rows: readonly AgentRow[]): ReadonlySet<number> {
  const counts = rows
    .filter(({ calls }) => calls > 0)
    .map(({ missed }) => missed)
    .sort((a, b) => a - b);
  const median = counts[Math.floor(counts.length / 2)] ?? 0;
  const isOutlier = ({ missed }: AgentRow) => missed >= MIN_OUTLIER && missed > median * TIMES_MEDIAN;
  return new Set(rows.filter(isOutlier).map(({ id }) => id));
}
