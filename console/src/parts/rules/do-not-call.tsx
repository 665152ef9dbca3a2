import type { DoNotCallEntry } from '@offhook/contract/console/console-entities';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import remove from '@offhook/design/icons/delete.svg?raw';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk, useTell } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { TextField } from '../forms/text-field.tsx';
import { type Column, momentColumn, Soft } from '../tables/data-table.tsx';
import { Filters, SearchFilter, useFilters } from '../tables/filters.tsx';
import { List } from '../tables/list.tsx';
import { useCursor } from '../tables/use-cursor.ts';
import { ImportNumbers } from './import-numbers.tsx';

/** Numbers that are never called or texted. They change at once, without the page's Save. */
export function DoNotCallCard() {
  const { cursor, pages, restart } = useCursor();
  const { search, filter } = useFilters({ search: '' }, restart);
  const query = useAsk('listDoNotCall', { query: { search, limit: 20, cursor } });
  const tell = useTell('removeDoNotCall', ['listDoNotCall']);
  const { ask, question } = useQuestion((entry: DoNotCallEntry) => ({
    action: 'Remove',
    onAction: () => tell.mutate({ params: { id: entry.id } }),
    text: 'This number may be called and texted again.',
    title: `Remove ${entry.phone_number_formatted} from the list?`,
  }));
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
    momentColumn('Since', ({ since }) => since),
    {
      head: 'Actions',
      acts: true,
      cell: (entry) => (
        <IconButton
          icon={remove}
          look="row"
          name={`Remove ${entry.phone_number_formatted} from the list`}
          onClick={() => ask(entry)}
        />
      ),
    },
  ];
  return (
    <Card
      beside="Never called or texted"
      end={
        <>
          <DialogButton dialog={(close) => <ImportNumbers onClose={close} />} icon={upload} look="plain">
            Import
          </DialogButton>
          <DialogButton dialog={(close) => <NewEntry onClose={close} />} icon={add} look="plain">
            Add a number
          </DialogButton>
        </>
      }
      flush
      title="Do-not-call list"
    >
      <Banner text={tell.error?.message ?? null} />
      <Filters>
        <SearchFilter placeholder="Name or number" {...filter('search')} />
      </Filters>
      <List
        caption="Do-not-call list"
        columns={columns}
        empty={search === '' ? 'No numbers on the list.' : 'No numbers match.'}
        expected={3}
        pages={pages}
        query={query}
      />
      {question}
    </Card>
  );
}

function NewEntry({ onClose }: { readonly onClose: () => void }) {
  const [phone, setPhone] = useState('');
  const tell = useTell('addDoNotCall', ['listDoNotCall']);
  return (
    <FormDialog
      action="Add"
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: { phone_number: phone } }, { onSuccess: onClose })}
      tell={tell}
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
