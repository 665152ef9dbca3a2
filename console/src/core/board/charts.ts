import {
  type BoardStep,
  type BoardToday,
  STEP_NAMES,
  type StepName,
} from '@offhook/contract/console/board-entities';
import { t } from '@offhook/i18n/console';
import { formatTimeOfDay } from '@offhook/i18n/formats';

export interface StepPart {
  readonly step: StepName;
  readonly label: string;
  readonly ms: number;
  /** 0 to 1. */
  readonly share: number;
}

type Steps = Readonly<Record<StepName, number | null>>;

/** The measured steps, each with its share of the total. */
export function stepParts(steps: Steps): { readonly parts: readonly StepPart[]; readonly totalMs: number } {
  const measured = STEP_NAMES.flatMap((step) => {
    const ms = steps[step];
    return ms === null ? [] : [{ step, label: t(`speed.${step}`), ms: Math.max(0, ms) }];
  });
  const totalMs = measured.reduce((sum, { ms }) => sum + ms, 0);
  return {
    parts: measured.map((part) => ({ ...part, share: totalMs > 0 ? part.ms / totalMs : 0 })),
    totalMs,
  };
}

/** One percentile of every step. */
export function percentileSteps(
  steps: Readonly<Record<StepName, BoardStep>>,
  percentile: 'p50_ms' | 'p90_ms',
): Steps {
  return Object.fromEntries(STEP_NAMES.map((step) => [step, steps[step][percentile]])) as unknown as Steps;
}

/** Leads that a report doesn't count in the contact rate yet. */
export const openLeads = ({ leads, contacted, missed, removed }: BoardToday): number =>
  Math.max(0, leads - contacted - missed - removed);

export interface HourBar {
  readonly hour: number;
  readonly label: string;
  readonly leads: number;
  readonly contacted: number;
  readonly missed: number;
  /** Heights as shares of the highest bar, from bottom to top. */
  readonly contactedShare: number;
  readonly missedShare: number;
  readonly otherShare: number;
}

/** A bar for every hour from the first one with a lead. */
export function hourBars(hours: BoardToday['hours']): HourBar[] {
  const first = hours.findIndex(({ leads }) => leads > 0);
  if (first === -1) return [];
  const fromFirst = hours.slice(first);
  const highest = Math.max(...fromFirst.map(({ leads }) => leads));
  return fromFirst.map(({ hour, leads, contacted, missed }) => ({
    hour,
    label: formatTimeOfDay(hour * 60),
    leads,
    contacted,
    missed,
    contactedShare: contacted / highest,
    missedShare: missed / highest,
    otherShare: Math.max(0, leads - contacted - missed) / highest,
  }));
}
