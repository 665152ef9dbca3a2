import type { CountName } from './figure-columns.ts';

export type Counts = Readonly<Record<CountName, number>>;

export interface Durations {
  readonly p50_ms: number | null;
  readonly p90_ms: number | null;
  readonly count: number;
}

export interface ValueCount {
  readonly value: number;
  readonly count: number;
}
