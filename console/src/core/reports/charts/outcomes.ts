/** How leads ended, as parts of one bar. */
import {
  LEAD_OUTCOMES,
  type ReportOutcome,
  type ReportSource,
} from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { formatNumber, formatPercent } from '@offhook/i18n/formats';
import { sourceName } from '../../leads/list-names.ts';
import { percentText } from '../figures.ts';

type Counts = Readonly<Record<ReportOutcome | 'leads', number>>;

export interface OutcomePart {
  readonly outcome: ReportOutcome;
  readonly leads: number;
  /** Of all leads, 0 to 1. */
  readonly share: number;
}

export function outcomeParts(counts: Counts): OutcomePart[] {
  return LEAD_OUTCOMES.flatMap((outcome) => {
    const leads = counts[outcome];
    return leads > 0 ? [{ outcome, leads, share: leads / Math.max(1, counts.leads) }] : [];
  });
}

export function outcomeName(outcome: ReportOutcome): string {
  return outcome === 'open' ? t('reports.outcome.open') : t(`result.${outcome}`);
}

/** '281 leads, 46%' */
export function outcomeText({ leads, share }: OutcomePart): string {
  return t('reports.outcome.leads', { leads, percent: formatPercent(share) });
}

/** '46%', or '100% of 1' where open leads, which the rate leaves out, are part of the bar. */
export function rateText({
  contact_rate,
  leads,
  open,
}: Pick<ReportSource, 'contact_rate' | 'leads' | 'open'>) {
  const percent = percentText(contact_rate);
  return open === 0 || contact_rate === null
    ? percent
    : t('reports.rate.of', { percent, leads: leads - open });
}

/** '281 (46%)' in tables. */
export function outcomeFigure(counts: Counts, outcome: ReportOutcome): string {
  const leads = counts[outcome];
  if (leads === 0) return formatNumber(0);
  return t('today.share', { count: leads, percent: formatPercent(leads / Math.max(1, counts.leads)) });
}

export function reportSourceName({ kind, key }: Pick<ReportSource, 'kind' | 'key'>): string {
  return kind === 'other' ? t('reports.source.other') : sourceName(key);
}
