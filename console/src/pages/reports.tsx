import type { Report } from '@offhook/contract/console/report-entities';
import { t } from '@offhook/i18n/console';
import { formatYearRoundZone } from '@offhook/i18n/formats';
import { useConsole } from '../console-context.ts';
import { Page } from '../parts/shell/page.tsx';
import { ScopeNote } from '../parts/shell/scope-note.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { ExportButton } from './reports/export-button.tsx';
import { MailButton } from './reports/mail-button.tsx';
import { RangeField } from './reports/range-field.tsx';
import { ReportCards } from './reports/report-cards.tsx';
import { MoreFilters, TeamFilter } from './reports/report-filters.tsx';
import { ReportSkeleton } from './reports/report-skeleton.tsx';
import { useReport } from './reports/use-report.ts';

/** Figures of a period. The URL has the period and the filters, so it can be sent to a colleague. */
export function ReportsPage() {
  const { clock } = useConsole();
  const { query, view, today, zone, file, change, before, totalsBefore } = useReport();
  const head = { view, report: query.data ?? null, onChange: change };
  return (
    <Page
      beside={query.data && t('reports.zone', { zone: formatYearRoundZone(zone, clock.now()) })}
      end={
        <>
          <TeamFilter {...head} />
          <MoreFilters {...head} />
          <RangeField onChange={change} today={today} view={view} />
          <MailButton view={view} />
          <ExportButton file={file} />
        </>
      }
      title={t('reports.title')}
    >
      <ScopeNote text={t('reports.scope')} />
      <Loaded<Report> query={query} skeleton={<ReportSkeleton />}>
        {(report) => (
          <ReportCards
            before={before}
            isOutdated={query.isPlaceholderData}
            onChange={change}
            report={report}
            today={today}
            totalsBefore={totalsBefore}
            view={view}
          />
        )}
      </Loaded>
    </Page>
  );
}
