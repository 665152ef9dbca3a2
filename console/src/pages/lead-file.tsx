import type { ImportLine } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Link, useParams } from 'react-router';
import { Card } from '../parts/cards/card.tsx';
import { Facts } from '../parts/cards/facts.tsx';
import styles from '../parts/forms/form-page.module.css';
import { importState } from '../parts/leads/import-state.ts';
import { Page } from '../parts/shell/page.tsx';
import { type Column, SkeletonRows, Soft } from '../parts/tables/data-table.tsx';
import { Rows } from '../parts/tables/list.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useAsk } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'API keys', to: '/api-keys' }];
/** So many lines come at once. */
const PAGE = 500;

const COLUMNS: readonly Column<ImportLine>[] = [
  { head: 'Line', figures: true, cell: ({ line }) => line },
  {
    head: 'Outcome',
    cell: ({ lead_id, outcome }) =>
      lead_id === null ? outcome : <Link to={`/leads/${lead_id}`}>{outcome}</Link>,
  },
  { head: 'Why', cell: ({ reason }) => <Soft>{reason}</Soft> },
];

/** What became of a file of leads, line by line, while it is taken in and afterwards. */
export function LeadFilePage() {
  const { id = '' } = useParams();
  const { cursor, pages } = useCursor();
  const query = useAsk('readImport', { params: { id }, query: { after: cursor ?? 0 } }, { live: true });
  return (
    <Page parents={PARENTS} title="File of leads">
      <div className={c('main')}>
        <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
          {({ import: file, lines }) => (
            <>
              <Card title="How far it is">
                <Facts
                  facts={{
                    State: importState(file),
                    Lines: file.lines,
                    Taken: file.taken,
                    Refused: file.refused,
                  }}
                />
              </Card>
              <Card flush title="Lines">
                <Rows
                  caption="Lines"
                  columns={COLUMNS}
                  empty="No line has been read yet."
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
