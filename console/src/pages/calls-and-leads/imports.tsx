import type { ConsoleImport } from '@offhook/contract/console/integration-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { Link } from 'react-router';
import { importState } from '../../core/leads/import-text.ts';
import { Card } from '../../parts/cards/card.tsx';
import { Moment } from '../../parts/cards/moment.tsx';
import styles from '../../parts/forms/form-page.module.css';
import { UploadFile } from '../../parts/imports/upload-file.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, countColumn, Muted } from '../../parts/tables/data-table.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useCursor } from '../../parts/tables/use-cursor.ts';
import { useApiQuery } from '../../queries.ts';

const c = classes(styles);

const columns = (): readonly Column<ConsoleImport>[] => [
  {
    head: t('import.started'),
    figures: true,
    times: true,
    cell: ({ id, created_at }, inColumn) => (
      <Link to={`/leads/import/${id}`}>
        <Moment at={created_at} inColumn={inColumn} />
      </Link>
    ),
  },
  {
    head: t('import.fileColumn'),
    cell: ({ file_name }) => (
      <Muted>{file_name === null ? t('import.fromApi') : <bdi>{file_name}</bdi>}</Muted>
    ),
  },
  { head: t('field.status'), cell: (file) => <Muted>{importState(file)}</Muted> },
  countColumn(t('field.lines'), ({ lines }) => lines),
  countColumn(t('import.imported'), ({ taken }) => taken),
  countColumn(t('import.rejected'), ({ refused }) => refused),
];

/** Uploads a file of leads, and lists the earlier ones. */
export function ImportsPage() {
  const { cursor, pages } = useCursor();
  const query = useApiQuery('listImports', { query: { limit: 20, cursor } }, { live: true });
  return (
    <Page parents={[{ label: t('leads.title'), to: '/leads' }]} title={t('imports.page')}>
      <div className={c('main')}>
        <Card title={t('imports.new')}>
          <UploadFile />
        </Card>
        <Card flush title={t('imports.title')}>
          <List
            caption={t('imports.title')}
            columns={columns()}
            empty={t('import.empty')}
            expected={3}
            pages={pages}
            query={query}
          />
        </Card>
      </div>
    </Page>
  );
}
