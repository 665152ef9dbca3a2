import type { ConsoleNumber } from '@offhook/contract/console/rule-entities';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import remove from '@offhook/design/icons/delete.svg?raw';
import edit from '@offhook/design/icons/edit.svg?raw';
import { t } from '@offhook/i18n/console';
import { useState } from 'react';
import { inboundCallsText } from '../../core/set-up/inbound-calls-text.ts';
import { Card } from '../../parts/cards/card.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { useQuestion } from '../../parts/dialogs/use-question.tsx';
import { useFields } from '../../parts/forms/fields.ts';
import { NameAndTeam, NewNumber } from '../../parts/rules/new-number.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, Muted } from '../../parts/tables/data-table.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

export function NumbersPage() {
  const query = useApiQuery('listNumbers', {}, { live: 'settings' });
  const [editing, setEditing] = useState<ConsoleNumber | null>(null);
  const request = useApiMutation('removeNumber', ['listNumbers', 'listTeams']);
  const { openQuestion, question } = useQuestion((number: ConsoleNumber) => ({
    action: t('action.remove'),
    onAction: () => request.mutate({ params: { id: number.id } }),
    text: t('number.remove.text'),
    title: t('number.remove.title', { number: number.phone_number_formatted }),
  }));
  const columns: readonly Column<ConsoleNumber>[] = [
    {
      head: t('field.number'),
      whole: true,
      cell: (number) => <bdi dir="ltr">{number.phone_number_formatted}</bdi>,
    },
    { head: t('field.name'), cell: ({ name }) => <Muted>{name ?? t('list.none')}</Muted> },
    { head: t('field.team'), cell: ({ team }) => <Muted>{team.name}</Muted> },
    {
      head: t('number.inboundCalls'),
      cell: (number) => <Muted>{inboundCallsText(number)}</Muted>,
    },
    {
      head: t('field.actions'),
      actions: true,
      cell: (number) => (
        <>
          <IconButton
            icon={edit}
            variant="row"
            name={t('number.edit', { number: number.phone_number_formatted })}
            onClick={() => setEditing(number)}
          />
          <IconButton
            icon={remove}
            variant="row"
            name={t('number.remove', { number: number.phone_number_formatted })}
            onClick={() => openQuestion(number)}
          />
        </>
      ),
    },
  ];
  return (
    <Page
      end={
        <DialogButton dialog={(close) => <NewNumber onClose={close} />} icon={add} variant="primary">
          {t('number.add')}
        </DialogButton>
      }
      error={request.error?.message ?? null}
      title={t('numbers.title')}
    >
      <Card flush title={t('numbers.all')}>
        <List
          caption={t('numbers.title')}
          columns={columns}
          empty={t('numbers.empty')}
          expected={3}
          query={query}
          search={{
            placeholder: t('numbers.search'),
            textOf: ({ phone_number_formatted, name, team }) =>
              `${phone_number_formatted} ${name ?? ''} ${team.name}`,
          }}
        />
      </Card>
      {editing && <EditNumber number={editing} onClose={() => setEditing(null)} />}
      {question}
    </Page>
  );
}

function EditNumber({ number, onClose }: { readonly number: ConsoleNumber; readonly onClose: () => void }) {
  const { form, text, choice } = useFields({ name: number.name ?? '', team_id: String(number.team.id) });
  const request = useApiMutation('changeNumber', ['listNumbers', 'listTeams']);
  return (
    <FormDialog
      action={t('action.save')}
      onClose={onClose}
      onSubmit={() => request.mutate({ params: { id: number.id }, body: form }, { onSuccess: onClose })}
      request={request}
      title={number.phone_number_formatted}
    >
      <NameAndTeam choice={choice} text={text} />
    </FormDialog>
  );
}
