import { AUDIT_KINDS, type AuditEntry } from '@offhook/contract/console/integration-entities';
import { t } from '@offhook/i18n/console';
import { readerZone } from '@offhook/i18n/formats';
import { Link } from 'react-router';
import {
  auditAction,
  auditActor,
  auditAddress,
  auditLink,
  auditSubject,
} from '../../core/audit/audit-text.ts';
import { dayBounds } from '../../days.ts';
import { Card } from '../../parts/cards/card.tsx';
import { Choice } from '../../parts/forms/choice.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, Muted, momentColumn } from '../../parts/tables/data-table.tsx';
import { DayFilter } from '../../parts/tables/day-filter.tsx';
import { Filters, SearchFilter, useFilters } from '../../parts/tables/filters.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useCursor } from '../../parts/tables/use-cursor.ts';
import { useApiQuery } from '../../queries.ts';

export function AuditLogPage() {
  const { cursor, pages, restart } = useCursor();
  const { values, search, filter } = useFilters({ search: '', kind: '', from: '', to: '' }, restart);
  const { from, to } = values;
  const kind = AUDIT_KINDS.find((one) => one === values.kind);
  const query = useApiQuery('listAuditLog', {
    query: { limit: 50, cursor, search, kind, ...dayBounds(from, to, readerZone()) },
  });
  const isFiltered = search !== '' || kind !== undefined || from !== '' || to !== '';
  return (
    <Page title={t('auditLog.title')}>
      <Card flush title={t('auditLog.changes')}>
        <Filters>
          <SearchFilter placeholder={t('auditLog.search')} {...filter('search')} />
          <Choice
            choices={AUDIT_KINDS.map((one) => [one, t(`auditLog.kind.${one}`)])}
            filter
            label={t('auditLog.kind')}
            none={t('auditLog.kind.all')}
            {...filter('kind')}
          />
          <DayFilter label={t('filter.fromDay')} max={to} {...filter('from')} />
          <DayFilter label={t('filter.toDay')} min={from} {...filter('to')} />
        </Filters>
        <List
          caption={t('auditLog.changes')}
          columns={columns()}
          empty={isFiltered ? t('auditLog.empty.filtered') : t('auditLog.empty')}
          expected={8}
          pages={pages}
          query={query}
        />
      </Card>
    </Page>
  );
}

/** The page says it if what has been changed is no longer there. */
function Subject(entry: AuditEntry) {
  const to = auditLink(entry);
  const text = auditSubject(entry);
  return to === null ? text : <Link to={to}>{text}</Link>;
}

const columns = (): readonly Column<AuditEntry>[] => [
  { head: t('field.subject'), cell: (entry) => <Subject {...entry} /> },
  { head: t('auditLog.action'), cell: (entry) => <Muted>{auditAction(entry)}</Muted> },
  { head: t('field.user'), cell: (entry) => <Muted>{auditActor(entry)}</Muted> },
  momentColumn(t('field.time'), ({ at }) => at),
  {
    head: t('field.ipAddress'),
    cell: (entry) => <Muted>{auditAddress(entry)}</Muted>,
  },
];
