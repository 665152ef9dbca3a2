import type { ImportLine } from '@offhook/contract/console/integration-entities';
import { classes } from '@offhook/design/classes';
import { rich, t } from '@offhook/i18n/console';
import { formatNumber } from '@offhook/i18n/formats';
import { Link } from 'react-router';
import { importState } from '../../core/leads/import-text.ts';
import { useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Facts } from '../cards/facts.tsx';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import styles from '../forms/form-page.module.css';
import { Page, type Parents } from '../shell/page.tsx';
import { type Column, Muted, SkeletonRows } from '../tables/data-table.tsx';
import { Rows } from '../tables/list.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { useCursor } from '../tables/use-cursor.ts';

const c = classes(styles);
/** Lines per page, set by the server. */
const PAGE = 500;

const columns = (): readonly Column<ImportLine>[] => [
  { head: t('field.line'), figures: true, cell: ({ line }) => formatNumber(line) },
  {
    head: t('field.result'),
    cell: (line) =>
      line.lead_id === null ? (
        <Outcome {...line} />
      ) : (
        <Link to={`/leads/${line.lead_id}`}>
          <Outcome {...line} />
        </Link>
      ),
  },
  { head: t('field.reason'), cell: ({ reason }) => <Muted>{reason}</Muted> },
];

/**
 * API clients depend on the English outcome, so it's replaced here; in other languages the server's text is shown. Its
 * times are in the team's time zone, not the user's.
 */
function Outcome({ outcome, scheduled_for }: ImportLine) {
  if (outcome === 'refused') return t('import.line.rejected');
  if (outcome === 'taken already') return t('import.line.repeated');
  if (scheduled_for === null) return outcome.charAt(0).toUpperCase() + outcome.slice(1);
  return <Rich parts={rich('import.scheduledFor', { time: <Moment at={scheduled_for} /> })} />;
}

interface Props {
  readonly id: string;
  readonly parents: Parents;
}

/** An import with an API key, line by line, while it runs and afterwards. */
export function ImportedLines({ id, parents }: Props) {
  const { cursor, pages } = useCursor();
  const query = useApiQuery('readImport', { params: { id }, query: { after: cursor ?? 0 } }, { live: true });
  return (
    <Page parents={parents} title={t('import.title')}>
      <div className={c('main')}>
        <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
          {({ import: file, lines }) => (
            <>
              <Card title={t('import.progress')}>
                <Facts
                  facts={{
                    [t('field.status')]: importState(file),
                    [t('field.lines')]: formatNumber(file.lines),
                    [t('import.imported')]: formatNumber(file.taken),
                    [t('import.rejected')]: formatNumber(file.refused),
                  }}
                />
              </Card>
              <Card flush title={t('field.lines')}>
                <Rows
                  caption={t('field.lines')}
                  columns={columns()}
                  empty={t('import.lines.empty')}
                  keyOf={({ line }) => line}
                  pages={pages({ next: lines.length === PAGE ? (lines.at(-1)?.line ?? null) : null })}
                  rows={lines}
                />
              </Card>
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}
