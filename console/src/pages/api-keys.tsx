import type { ConsoleApiKey, ConsoleImport } from '@offhook/contract/console/console-entities';
import { CRM_NAMES, CRMS } from '@offhook/contract/entities';
import { LeadIntake } from '@offhook/contract/requests';
import { classes } from '@offhook/design/classes';
import { Pager } from '@offhook/design/forms/pager.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConsole } from '../console-context.ts';
import { Card } from '../parts/cards/card.tsx';
import { Facts } from '../parts/cards/facts.tsx';
import { Moment } from '../parts/cards/moment.tsx';
import { SmallButton } from '../parts/cards/small-button.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { Question } from '../parts/dialogs/question.tsx';
import { SecretDialog } from '../parts/dialogs/secret-dialog.tsx';
import styles from '../parts/forms/form-page.module.css';
import { TextField } from '../parts/forms/text-field.tsx';
import { AddFile } from '../parts/leads/add-file.tsx';
import { importState } from '../parts/leads/import-state.ts';
import { Page } from '../parts/shell/page.tsx';
import { type Column, DataTable, NoRows, SkeletonRows, Soft } from '../parts/tables/data-table.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);

/** Where leads come from: keys for those who post them, and files that were taken in. */
export function ApiKeysPage() {
  const [adding, setAdding] = useState(false);
  return (
    <Page
      end={
        <SmallButton icon={add} look="primary" onClick={() => setAdding(true)}>
          New key
        </SmallButton>
      }
      title="API keys"
    >
      <div className={c('main')}>
        <Keys />
        <Sources />
      </div>
      {adding && <NewKey onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Keys() {
  const query = useAsk('listApiKeys', {});
  const [revoking, setRevoking] = useState<ConsoleApiKey | null>(null);
  const tell = useTell('revokeApiKey', ['listApiKeys']);
  const columns: readonly Column<ConsoleApiKey>[] = [
    { head: 'Key', cell: ({ name }) => name },
    {
      head: 'Made',
      figures: true,
      cell: ({ created_at }) => (
        <Soft>
          <Moment at={created_at} />
        </Soft>
      ),
    },
    {
      head: 'State',
      cell: ({ revoked_at }) => (
        <Soft>
          {revoked_at === null ? (
            'Good'
          ) : (
            <>
              Revoked <Moment at={revoked_at} />
            </>
          )}
        </Soft>
      ),
    },
    {
      head: 'Actions',
      acts: true,
      cell: (key) =>
        key.revoked_at === null && (
          <SmallButton aria-label={`Revoke ${key.name}`} look="plain" onClick={() => setRevoking(key)}>
            Revoke
          </SmallButton>
        ),
    },
  ];
  return (
    <Card flush title="Keys">
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ data }) =>
          data.length === 0 ? (
            <NoRows>There are no keys yet. A lead source needs one to post leads.</NoRows>
          ) : (
            <DataTable caption="Keys" columns={columns} keyOf={({ id }) => id} rows={data} />
          )
        }
      </Loaded>
      {revoking && (
        <Question
          action="Revoke"
          onAction={() => {
            setRevoking(null);
            tell.mutate({ params: { id: revoking.id } });
          }}
          onOtherwise={() => setRevoking(null)}
          otherwise="Cancel"
          text="Whoever posts leads with it is refused from now on."
          title={`Revoke ${revoking.name}?`}
        />
      )}
    </Card>
  );
}

const IMPORT_COLUMNS: readonly Column<ConsoleImport>[] = [
  {
    head: 'File',
    cell: ({ id, created_at }) => (
      <Link to={`/api-keys/files/${id}`}>
        <Moment at={created_at} />
      </Link>
    ),
  },
  { head: 'State', cell: (file) => <Soft>{importState(file)}</Soft> },
  { head: 'Lines', figures: true, cell: ({ lines }) => <Soft>{lines}</Soft> },
  { head: 'Taken', figures: true, cell: ({ taken }) => <Soft>{taken}</Soft> },
  { head: 'Refused', figures: true, cell: ({ refused }) => <Soft>{refused}</Soft> },
];

/** A file has no pictures. */
const FILE_COLUMNS = Object.keys(LeadIntake.shape).filter((name) => name !== 'profile_picture');

function Sources() {
  const { api } = useConsole();
  const { cursor, page, goTo } = useCursor();
  const query = useAsk('listImports', { query: { limit: 20, cursor } }, { live: true });
  return (
    <>
      <Card title="Lead sources">
        <div className={c('fields')}>
          <p className={c('plain')}>
            A form or a CRM posts each lead to <code className={c('code')}>{api.base}/api/v1/leads</code> with
            its key in the header <code className={c('code')}>Authorization: Bearer …</code>; a file of leads
            is posted to <code className={c('code')}>{api.base}/api/v1/leads/imports</code>.{' '}
            <a href={`${api.base}/api/docs`}>All of the API</a>
          </p>
          <p className={c('plain')}>
            The first line of a file names its columns:{' '}
            <code className={c('code')}>{FILE_COLUMNS.join(', ')}</code>. Only the phone number must be there.
          </p>
          <p className={c('plain')}>
            A CRM’s own webhook is sent to the address below, with the key in the header or, where it has
            none, as it stands here.
          </p>
          <Facts
            facts={Object.fromEntries(
              CRMS.map((kind) => [
                CRM_NAMES[kind],
                <code className={c('code')} dir="ltr" key={kind}>
                  {api.base}/api/v1/leads/{kind}?api_key=…
                </code>,
              ]),
            )}
          />
        </div>
      </Card>
      <Card end={<AddFile />} flush title="Files of leads">
        <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
          {({ data, next }) => (
            <>
              {data.length === 0 ? (
                <NoRows>No file of leads has been taken in yet.</NoRows>
              ) : (
                <DataTable
                  caption="Files of leads"
                  columns={IMPORT_COLUMNS}
                  keyOf={({ id }) => id}
                  rows={data}
                />
              )}
              {(next !== null || page > 1) && (
                <Pager
                  hasNext={next !== null}
                  lastPage={null}
                  onPage={(wanted) => goTo(wanted, next)}
                  page={page}
                />
              )}
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

function NewKey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const tell = useTell('addApiKey', ['listApiKeys']);
  if (tell.data)
    return (
      <SecretDialog label="API key" onClose={onClose} secret={tell.data.secret} title={tell.data.key.name} />
    );
  return (
    <FormDialog
      action="Make"
      busy={tell.isPending}
      error={tell.error?.message ?? null}
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: { name } })}
      title="New key"
    >
      <TextField
        hint="Who posts leads with it."
        label="Name"
        maxLength={100}
        onText={setName}
        required
        value={name}
      />
    </FormDialog>
  );
}
