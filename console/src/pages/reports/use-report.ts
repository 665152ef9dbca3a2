import { REPORT_FILE } from '@offhook/contract/console/list-filters';
import type { Report, ReportTotals } from '@offhook/contract/console/report-entities';
import { readerZone } from '@offhook/i18n/formats';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { dayIn } from '../../core/periods/calendar.ts';
import type { Range } from '../../core/periods/ranges.ts';
import {
  type ReportChange,
  readReportAddress,
  toAddressChanges,
  toReportQuery,
} from '../../core/reports/address.ts';
import { type RequestInput, useApiQuery } from '../../queries.ts';

/** The report that the page's address describes, and the period before it. */
export function useReport() {
  const { api, clock } = useConsole();
  const [params, setParams] = useSearchParams();
  // The first answer names the account's zone, in which the days are meant.
  const [zone, setZone] = useState(readerZone);
  const today = dayIn(zone, clock.read());
  const view = readReportAddress((name) => params.get(name), today);
  const queryOf = ({ from, to }: Range): RequestInput<'readReport'>['query'] => ({
    from,
    to,
    ...toReportQuery(view),
  });
  const shown = queryOf(view.range);
  const compared = view.before && { before_from: view.before.from, before_to: view.before.to };
  const query = useApiQuery('readReport', { query: shown });
  const timeZone = query.data?.time_zone;
  useEffect(() => {
    if (timeZone !== undefined) setZone(timeZone);
  }, [timeZone]);
  const isCurrent = query.data !== undefined && !query.isPlaceholderData;
  const earlier = useApiQuery(
    'readReport',
    { query: queryOf(view.before ?? view.range) },
    {
      enabled: isCurrent && view.before !== null,
    },
  );
  const before = view.before !== null && !earlier.isPlaceholderData ? (earlier.data ?? null) : null;
  const change = (changes: ReportChange) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of toAddressChanges(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return {
    query,
    view,
    today,
    zone,
    /** Of the file with the figures of the page, compared with the same days. */
    file: `${api.base}${REPORT_FILE}?${new URLSearchParams(Object.entries({ ...shown, ...compared }).map(([name, value]) => [name, String(value)]))}`,
    change,
    before,
    totalsBefore: query.data ? totalsOf(view.before, query.data, before) : null,
  };
}

/** Every answer has the totals of the days directly before, so most comparisons needn't wait for the second. */
function totalsOf(wanted: Range | null, report: Report, before: Report | null): ReportTotals | null {
  if (wanted === null) return null;
  if (report.before.from === wanted.from && report.before.to === wanted.to) return report.before.totals;
  return before?.current ?? null;
}
