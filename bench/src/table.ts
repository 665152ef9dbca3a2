/** The one form in which every figure is printed. */
import { type Spread, spreadOf } from './spread.ts';

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: Spread;
  readonly peer?: { readonly name: string; readonly spread: Spread };
  /** The goal in words; a figure that falls short is printed all the same. */
  readonly goal: string;
}

/** Of what was measured in each run, here and at the peer. */
export const figure = (
  what: string,
  unit: string,
  ours: readonly number[],
  goal: string,
  peer?: readonly [name: string, measured: readonly number[]],
): Figure => ({
  what,
  unit,
  ours: spreadOf(ours),
  goal,
  ...(peer ? { peer: { name: peer[0], spread: spreadOf(peer[1]) } } : {}),
});

const short = (value: number): string => {
  if (!Number.isFinite(value)) return '-';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
};

const words = (spread: Spread): string =>
  spread.count === 1
    ? short(spread.p50)
    : `${short(spread.p50)} [${short(spread.min)}–${short(spread.max)}], p99 ${short(spread.p99)}`;

export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    `${figure.what}, ${figure.unit}`,
    words(figure.ours),
    figure.peer ? `${figure.peer.name}: ${words(figure.peer.spread)}` : '-',
    figure.peer ? short(figure.ours.p50 / figure.peer.spread.p50) : '-',
    String(figure.ours.count),
    figure.goal,
  ]);
  const head = ['figure', 'ours: p50 [min–max]', 'peer', 'ratio', 'runs', 'to reach'];
  const widths = head.map((text, i) => Math.max(text.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}
