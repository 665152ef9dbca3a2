import { type Summary, summarize } from './statistics.ts';

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly ours: Summary;
  readonly baseline?: { readonly name: string; readonly summary: Summary };
  readonly target: string;
}

export const figure = (
  name: string,
  unit: string,
  ours: readonly number[],
  target: string,
  baseline?: readonly [name: string, measured: readonly number[]],
): Figure => ({
  name,
  unit,
  ours: summarize(ours),
  target,
  ...(baseline ? { baseline: { name: baseline[0], summary: summarize(baseline[1]) } } : {}),
});

const formatNumber = (value: number): string => {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};

const formatSummary = (summary: Summary): string =>
  summary.count === 1
    ? formatNumber(summary.p50)
    : `${formatNumber(summary.p50)} [${formatNumber(summary.min)}–${formatNumber(summary.max)}], p90 ${formatNumber(summary.p90)}, p99 ${formatNumber(summary.p99)}`;

export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    `${figure.name}, ${figure.unit}`,
    formatSummary(figure.ours),
    figure.baseline ? `${figure.baseline.name}: ${formatSummary(figure.baseline.summary)}` : '-',
    figure.baseline ? formatNumber(figure.ours.p50 / figure.baseline.summary.p50) : '-',
    String(figure.ours.count),
    figure.target,
  ]);
  const header = ['figure', 'ours: p50 [min–max]', 'baseline', 'ratio', 'runs', 'target'];
  const widths = header.map((text, i) => Math.max(text.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const formatRow = (cells: readonly string[]) =>
    cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  console.log(`\n${title}\n${formatRow(header)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(formatRow(row));
}
