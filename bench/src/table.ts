import { type Summary, summarize } from './statistics.ts';

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: Summary;
  readonly baseline?: { readonly name: string; readonly summary: Summary };
  readonly target: string;
}

export const figure = (
  what: string,
  unit: string,
  ours: readonly number[],
  target: string,
  peer?: readonly [name: string, measured: readonly number[]],
): Figure => ({
  what,
  unit,
  ours: summarize(ours),
  target,
  ...(peer ? { baseline: { name: peer[0], summary: summarize(peer[1]) } } : {}),
});

const short = (value: number): string => {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};

const formatSummary = (summary: Summary): string =>
  summary.count === 1
    ? short(summary.p50)
    : `${short(summary.p50)} [${short(summary.min)}–${short(summary.max)}], p99 ${short(summary.p99)}`;

export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    `${figure.what}, ${figure.unit}`,
    formatSummary(figure.ours),
    figure.baseline ? `${figure.baseline.name}: ${formatSummary(figure.baseline.summary)}` : '-',
    figure.baseline ? short(figure.ours.p50 / figure.baseline.summary.p50) : '-',
    String(figure.ours.count),
    figure.target,
  ]);
  const head = ['figure', 'ours: p50 [min–max]', 'baseline', 'ratio', 'runs', 'target'];
  const widths = head.map((text, i) => Math.max(text.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}
