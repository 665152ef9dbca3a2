/** Answer rates and times of the calls, beside the period before. */
import type { ReportTotals } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { durationText, NONE, percentText, shareOf } from '../figures.ts';

export interface PeriodRow {
  readonly key: string;
  readonly name: string;
  readonly figure: string;
  readonly perCall: string;
  /** null: not compared. */
  readonly before: string | null;
}

export function periodRows(current: ReportTotals, before: ReportTotals | null): PeriodRow[] {
  const share = (key: string, name: string, of: (totals: ReportTotals) => readonly [number, number]) => {
    const text = (totals: ReportTotals) => {
      const [part, whole] = of(totals);
      if (whole === 0) return NONE;
      const percent = percentText(shareOf(part, whole));
      return t('reports.partOf', { part: formatNumber(part), whole: formatNumber(whole), percent });
    };
    return {
      key,
      name,
      figure: text(current),
      perCall: '',
      before: before && percentText(shareOf(...of(before))),
    };
  };
  const time = (key: string, name: string, of: (totals: ReportTotals) => number) => ({
    key,
    name,
    figure: durationText(of(current)),
    perCall: durationText(shareOf(of(current), answeredCalls(current))),
    before: before && durationText(of(before)),
  });
  return [
    share('answered', t('reports.answeredByLeads'), ({ answered, dialed }) => [answered, dialed]),
    share('inbound', t('reports.inboundTaken'), ({ inbound_taken, inbound }) => [inbound_taken, inbound]),
    time('talk', t('reports.talk'), ({ talk_seconds }) => talk_seconds),
    time('hold', t('reports.hold'), ({ hold_seconds }) => hold_seconds),
    time('wrapUp', t('reports.wrapUp'), ({ wrap_up_seconds }) => wrap_up_seconds),
  ];
}

/** Calls in which an agent and the other party talked. */
const answeredCalls = ({ answered, inbound_taken }: ReportTotals): number => answered + inbound_taken;
