import type { ConsoleApiKey, ConsoleImport } from '@offhook/contract/console/console-entities';
import { CRM_NAMES, CRMS } from '@offhook/contract/entities';
import { LeadIntake } from '@offhook/contract/requests';
import { classes } from '@offhook/design/classes';
import add from '@offhook/design/icons/add.svg?raw';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConsole } from '../console-context.ts';
import { Card } from '../parts/cards/card.tsx';
import { Facts } from '../parts/cards/facts.tsx';
import { Moment } from '../parts/cards/moment.tsx';
import { SmallButton } from '../parts/cards/small-button.tsx';
import { DialogButton } from '../parts/dialogs/dialog-button.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { SecretDialog } from '../parts/dialogs/secret-dialog.tsx';
import { useQuestion } from '../parts/dialogs/use-question.tsx';
import styles from '../parts/forms/form-page.module.css';
import { TextField } from '../parts/forms/text-field.tsx';
import { AddFile } from '../parts/leads/add-file.tsx';
import { importState } from '../parts/leads/import-state.ts';
import { Page } from '../parts/shell/page.tsx';
import { type Column, momentColumn, Soft } from '../parts/tables/data-table.tsx';
import { List } from '../parts/tables/list.tsx';
import { useCursor } from '../parts/tables/use-cursor.ts';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);

/** Where leads come from: keys for those who post them, and files that were taken in. */
export function ApiKeysPage() {
  return (
    <Page
      end={
        <DialogButton dialog={(close) => <NewKey onClose={close} />} icon={add} look="primary">
          New key
        </DialogButton>
      }
      title="API keys"
    >
      <div className={c('main')}>
        <Keys />
        <Sources />
      </div>
    </Page>
  );
}

function Keys() {
  const query = useAsk('listApiKeys', {});
  const tell = useTell('revokeApiKey', ['listApiKeys']);
  const { ask, question } = useQuestion((key: ConsoleApiKey) => ({
    action: 'Revoke',
    onAction: () => tell.mutate({ params: { id: key.id } }),
    text: 'Whoever posts leads with it is refused from now on.',
    title: `Revoke ${key.name}?`,
  }));
  const columns: readonly Column<ConsoleApiKey>[] = [
    { head: 'Key', cell: ({ name }) => name },
    momentColumn('Made', ({ created_at }) => created_at),
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
          <SmallButton aria-label={`Revoke ${key.name}`} look="plain" onClick={() => ask(key)}>
            Revoke
          </SmallButton>
        ),
    },
  ];
  return (
    <Card flush title="Keys">
      <List
        caption="Keys"
        columns={columns}
        empty="There are no keys yet. A lead source needs one to post leads."
        expected={3}
        query={query}
      />
      {question}
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
  const { cursor, pages } = useCursor();
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
        <List
          caption="Files of leads"
          columns={IMPORT_COLUMNS}
          empty="No file of leads has been taken in yet."
          expected={3}
          pages={pages}
          query={query}
        />
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
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: { name } })}
      tell={tell}
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
