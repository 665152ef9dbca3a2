import { t } from '@offhook/i18n/console';
import { useParams } from 'react-router';
import { ImportDraft } from '../../parts/imports/import-draft.tsx';
import { ImportProgress } from '../../parts/imports/import-progress.tsx';
import { ImportedLines } from '../../parts/imports/imported-lines.tsx';
import { useLeadImport } from '../../parts/imports/use-lead-import.ts';
import { Page } from '../../parts/shell/page.tsx';
import { SkeletonRows } from '../../parts/tables/data-table.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';

const NOT_FOUND = 404;

/** A file of leads, from the upload to its end. Imports with an API key have no plan, and are listed line by line. */
export function LeadImportPage() {
  const { id = '' } = useParams();
  const query = useLeadImport(id);
  const parents = [
    { label: t('leads.title'), to: '/leads' },
    { label: t('imports.page'), to: '/leads/import' },
  ];
  if (query.error?.status === NOT_FOUND) return <ImportedLines id={id} parents={parents} />;
  const shown = query.data?.import;
  if (!shown || query.error)
    return (
      <Page parents={parents} title={t('import.title')}>
        <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
          {() => null}
        </Loaded>
      </Page>
    );
  return shown.status === 'draft' ? <ImportDraft shown={shown} /> : <ImportProgress shown={shown} />;
}
