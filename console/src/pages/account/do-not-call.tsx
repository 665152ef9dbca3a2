import type { DoNotCallEntry } from '@offhook/contract/console/rule-entities';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import remove from '@offhook/design/icons/delete.svg?raw';
import upload from '@offhook/design/icons/upload_file.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../../parts/cards/card.tsx';
import { Rich } from '../../parts/cards/rich.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useQuestion } from '../../parts/dialogs/use-question.tsx';
import { TextField } from '../../parts/forms/text-field.tsx';
import { ImportNumbers } from '../../parts/rules/import-numbers.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, Muted, momentColumn } from '../../parts/tables/data-table.tsx';
import { Filters, SearchFilter, useFilters } from '../../parts/tables/filters.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useCursor } from '../../parts/tables/use-cursor.ts';
import { useApiMutation, useApiQuery } from '../../queries.ts';

export function DoNotCallPage() {
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
    {
      head: t('field.number'),
      whole: true,
      cell: (entry) => <bdi dir="ltr">{entry.phone_number_formatted}</bdi>,
    },
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
    <Page
      end={
        <>
          <DialogButton dialog={(close) => <ImportNumbers onClose={close} />} icon={upload} variant="quiet">
            {t('action.import')}
          </DialogButton>
          <DialogButton dialog={(close) => <NewEntry onClose={close} />} icon={add} variant="primary">
            {t('doNotCall.add')}
          </DialogButton>
        </>
      }
      error={request.error?.message ?? null}
      title={t('doNotCall.title')}
    >
      <Card beside={t('doNotCall.hint')} flush title={t('doNotCall.numbers')}>
        <Filters>
          <SearchFilter placeholder={t('doNotCall.search')} {...filter('search')} />
        </Filters>
        <List
          caption={t('doNotCall.title')}
          columns={columns}
          empty={search === '' ? t('doNotCall.empty') : t('doNotCall.empty.filtered')}
          expected={10}
          pages={pages}
          query={query}
        />
      </Card>
      {question}
    </Page>
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
