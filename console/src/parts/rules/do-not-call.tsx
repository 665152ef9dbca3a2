import type { DoNotCallEntry } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Field } from '@offhook/design/forms/field.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import { Pager } from '@offhook/design/forms/pager.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import remove from '@offhook/design/icons/delete.svg?raw';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { useAsk, useTell } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Moment } from '../cards/moment.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { Question } from '../dialogs/question.tsx';
import styles from '../forms/form-page.module.css';
import { TextField } from '../forms/text-field.tsx';
import { type Column, DataTable, NoRows, SkeletonRows, Soft } from '../tables/data-table.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { useCursor } from '../tables/use-cursor.ts';
import { ImportNumbers } from './import-numbers.tsx';

const c = classes(styles);

/** Numbers that are never called or texted. They change at once, without the page's Save. */
export function DoNotCallCard() {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { cursor, page, goTo, restart } = useCursor();
  const query = useAsk('listDoNotCall', { query: { search, limit: 20, cursor } });
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [removing, setRemoving] = useState<DoNotCallEntry | null>(null);
  const tell = useTell('removeDoNotCall', ['listDoNotCall']);
  const columns: readonly Column<DoNotCallEntry>[] = [
    { head: 'Number', cell: (entry) => <bdi dir="ltr">{entry.phone_number_formatted}</bdi> },
    {
      head: 'Lead',
      cell: ({ lead, source }) => (
        <Soft>
          {lead && <Link to={`/leads/${lead.id}`}>{lead.label}</Link>}
          {source === 'lead' && ' (marked on the lead)'}
        </Soft>
      ),
    },
    {
      head: 'Since',
      figures: true,
      cell: ({ since }) => (
        <Soft>
          <Moment at={since} />
        </Soft>
      ),
    },
    {
      head: 'Actions',
      acts: true,
      cell: (entry) => (
        <IconButton
          icon={remove}
          look="row"
          name={`Remove ${entry.phone_number_formatted} from the list`}
          onClick={() => setRemoving(entry)}
        />
      ),
    },
  ];
  return (
    <Card
      beside="Never called or texted"
      end={
        <>
          <SmallButton icon={upload} look="plain" onClick={() => setImporting(true)}>
            Import
          </SmallButton>
          <SmallButton icon={add} look="plain" onClick={() => setAdding(true)}>
            Add a number
          </SmallButton>
        </>
      }
      flush
      title="Do-not-call list"
    >
      <Banner text={tell.error?.message ?? null} />
      <div className={c('filters')}>
        <div className={c('search')}>
          <Field
            filter
            label="Search"
            onChange={({ target }) => {
              setText(target.value);
              restart();
            }}
            placeholder="Name or number"
            type="search"
            value={text}
          />
        </div>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ data, next }) => (
          <>
            {data.length === 0 ? (
              <NoRows>{search === '' ? 'No numbers on the list.' : 'No numbers match.'}</NoRows>
            ) : (
              <DataTable caption="Do-not-call list" columns={columns} keyOf={({ id }) => id} rows={data} />
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
      {importing && <ImportNumbers onClose={() => setImporting(false)} />}
      {adding && <NewEntry onClose={() => setAdding(false)} />}
      {removing && (
        <Question
          action="Remove"
          onAction={() => {
            setRemoving(null);
            tell.mutate({ params: { id: removing.id } });
          }}
          onOtherwise={() => setRemoving(null)}
          otherwise="Cancel"
          text="This number may be called and texted again."
          title={`Remove ${removing.phone_number_formatted} from the list?`}
        />
      )}
    </Card>
  );
}

function NewEntry({ onClose }: { readonly onClose: () => void }) {
  const [phone, setPhone] = useState('');
  const tell = useTell('addDoNotCall', ['listDoNotCall']);
  return (
    <FormDialog
      action="Add"
      busy={tell.isPending}
      error={tell.error?.message ?? null}
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: { phone_number: phone } }, { onSuccess: onClose })}
      title="Never call a number"
    >
      <TextField
        dir="ltr"
        label="Phone number"
        maxLength={250}
        onText={setPhone}
        required
        type="tel"
        value={phone}
      />
    </FormDialog>
  );
}
