import type { DoNotCallEntry } from '@offhook/contract/console/rule-entities';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import remove from '@offhook/design/icons/delete.svg?raw';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Rich } from '../cards/rich.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { TextField } from '../forms/text-field.tsx';
import { type Column, Muted, momentColumn } from '../tables/data-table.tsx';
import { Filters, SearchFilter, useFilters } from '../tables/filters.tsx';
import { List } from '../tables/list.tsx';
import { useCursor } from '../tables/use-cursor.ts';
import { ImportNumbers } from './import-numbers.tsx';

/** Changes are immediate, without the page's Save. */
export function DoNotCallCard() {
  const { cursor, pages, restart } = useCursor();
  const { search, filter } = useFilters({ search: '' }, restart);
  const query = useApiQuery('listDoNotCall', { query: { search, limit: 20, cursor } });
  const request = useApiMutation('removeDoNotCall', ['listDoNotCall']);
  const { openQuestion, question } = useQuestion((entry: DoNotCallEntry) => ({
    action: t('action.remove'),
    onAction: () => request.mutate({ params: { id: entry.id } }),
    text: t('doNotCall.remove.text'),
    title: t('doNotCall.remove.title', { number: entry.phone_number_formatted }),
  }));
  const columns: readonly Column<DoNotCallEntry>[] = [
    { head: t('field.number'), cell: (entry) => <bdi dir="ltr">{entry.phone_number_formatted}</bdi> },
    {
      head: t('field.lead'),
      cell: ({ lead, source }) => {
        const link = lead && <Link to={`/leads/${lead.id}`}>{lead.label}</Link>;
        return (
          <Muted>
            {source === 'lead' ? <Rich parts={rich('doNotCall.lead.marked', { lead: link })} /> : link}
          </Muted>
        );
      },
    },
    momentColumn(t('doNotCall.added'), ({ since }) => since),
    {
      head: t('field.actions'),
      actions: true,
      cell: (entry) => (
        <IconButton
          icon={remove}
          variant="row"
          name={t('doNotCall.remove.label', { number: entry.phone_number_formatted })}
          onClick={() => openQuestion(entry)}
        />
      ),
    },
  ];
  return (
    <Card
      beside={t('doNotCall.hint')}
      end={
        <>
          <DialogButton dialog={(close) => <ImportNumbers onClose={close} />} icon={upload} variant="plain">
            {t('action.import')}
          </DialogButton>
          <DialogButton dialog={(close) => <NewEntry onClose={close} />} icon={add} variant="plain">
            {t('doNotCall.add')}
          </DialogButton>
        </>
      }
      flush
      title={t('doNotCall.title')}
    >
      <Banner text={request.error?.message ?? null} />
      <Filters>
        <SearchFilter placeholder={t('doNotCall.search')} {...filter('search')} />
      </Filters>
      <List
        caption={t('doNotCall.title')}
        columns={columns}
        empty={search === '' ? t('doNotCall.empty') : t('doNotCall.empty.filtered')}
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
  const request = useApiMutation('addDoNotCall', ['listDoNotCall']);
  return (
    <FormDialog
      action={t('action.add')}
      onClose={onClose}
      onSubmit={() => request.mutate({ body: { phone_number: phone } }, { onSuccess: onClose })}
      request={request}
      title={t('doNotCall.add.title')}
    >
      <TextField
        dir="ltr"
        label={t('field.phoneNumber')}
        maxLength={250}
        onText={setPhone}
        required
        type="tel"
        value={phone}
      />
    </FormDialog>
  );
}
