import type { WebForm } from '@offhook/contract/console/integration-entities';
import { CONSENT_CHANNELS } from '@offhook/contract/leads/consent';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { useState } from 'react';
import { useConsole } from '../../console-context.ts';
import {
  CHANNEL_NAMES,
  NEW_WEB_FORM,
  toWebFormInput,
  webFormFields,
  webFormHtml,
} from '../../core/forms/integrations/web-form.ts';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { CopyButton } from '../cards/copy-button.tsx';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { Choice, toChoices } from '../forms/choice.tsx';
import { useFields } from '../forms/fields.ts';
import { TextArea, TextField } from '../forms/text-field.tsx';
import { type Column, Muted } from '../tables/data-table.tsx';
import { List } from '../tables/list.tsx';

/** Forms on websites that send leads without an API key. */
export function WebForms() {
  const query = useApiQuery('listWebForms', {}, { live: 'settings' });
  const revocation = useApiMutation('revokeWebForm', ['listWebForms']);
  const [created, setCreated] = useState<WebForm | null>(null);
  const { openQuestion, question } = useQuestion((form: WebForm) => ({
    action: t('apiKey.revoke'),
    onAction: () => revocation.mutate({ params: { id: form.id } }),
    text: t('webForm.revoke.text'),
    title: t('apiKey.revoke.title', { name: form.name }),
  }));
  const columns: readonly Column<WebForm>[] = [
    { head: t('field.name'), cell: ({ name }) => name },
    { head: t('webForm.websites'), cell: ({ origins }) => <bdi dir="ltr">{origins.join(', ')}</bdi> },
    { head: t('field.team'), cell: ({ team }) => team?.name ?? t('lead.team.default') },
    {
      head: t('field.status'),
      cell: ({ revoked_at }) => (
        <Muted>
          {revoked_at === null ? (
            t('apiKey.status.active')
          ) : (
            <Rich parts={rich('apiKey.status.revoked', { time: <Moment at={revoked_at} /> })} />
          )}
        </Muted>
      ),
    },
    {
      head: t('field.actions'),
      actions: true,
      ownLine: true,
      cell: (form) =>
        form.revoked_at === null && (
          <>
            <DialogButton
              aria-label={t('webForm.html.label', { name: form.name })}
              dialog={(close) => <WebFormHtml form={form} onClose={close} />}
              variant="plain"
            >
              {t('webForm.html')}
            </DialogButton>
            <DialogButton
              aria-label={t('webForm.edit.label', { name: form.name })}
              dialog={(close) => <EditWebForm form={form} onClose={close} />}
              variant="plain"
            >
              {t('webForm.edit')}
            </DialogButton>
            <SmallButton
              aria-label={t('apiKey.revoke.label', { name: form.name })}
              variant="plain"
              onClick={() => openQuestion(form)}
            >
              {t('apiKey.revoke')}
            </SmallButton>
          </>
        ),
    },
  ];
  return (
    <Card
      end={
        <DialogButton
          dialog={(close) => <EditWebForm form={null} onClose={close} onCreated={setCreated} />}
          icon={add}
          variant="plain"
        >
          {t('webForm.create')}
        </DialogButton>
      }
      flush
      title={t('webForms.title')}
    >
      <Banner text={revocation.error?.message ?? null} />
      <List
        caption={t('webForms.title')}
        columns={columns}
        empty={t('webForm.empty')}
        expected={2}
        query={query}
      />
      {created && <WebFormHtml form={created} onClose={() => setCreated(null)} />}
      {question}
    </Card>
  );
}

interface EditProps {
  /** null: a new one. */
  readonly form: WebForm | null;
  readonly onCreated?: (form: WebForm) => void;
  readonly onClose: () => void;
}

function EditWebForm({ form, onCreated, onClose }: EditProps) {
  const { form: fields, text, choice } = useFields(form === null ? NEW_WEB_FORM : webFormFields(form));
  const teams = useApiQuery('listTeams', {});
  const addition = useApiMutation('addWebForm', ['listWebForms']);
  const change = useApiMutation('changeWebForm', ['listWebForms']);
  const submit = () => {
    const body = toWebFormInput(fields);
    if (form === null)
      addition.mutate(
        { body },
        {
          onSuccess({ web_form }) {
            onClose();
            onCreated?.(web_form);
          },
        },
      );
    else
      change.mutate(
        { params: { id: form.id }, body: { ...body, version: form.version } },
        { onSuccess: onClose },
      );
  };
  return (
    <FormDialog
      action={form === null ? t('action.create') : t('action.save')}
      onClose={onClose}
      onSubmit={submit}
      request={form === null ? addition : change}
      title={form === null ? t('webForm.create.title') : form.name}
    >
      <TextField
        {...text('name')}
        hint={t('webForm.name.hint')}
        label={t('field.name')}
        maxLength={100}
        required
      />
      <TextArea
        {...choice('websites')}
        dir="ltr"
        hint={t('webForm.websites.hint')}
        label={t('webForm.websites')}
        placeholder="https://www.example.com"
        required
        rows={2}
      />
      <Choice
        {...choice('team')}
        choices={toChoices(teams.data?.data)}
        label={t('field.team')}
        none={t('lead.team.default')}
      />
      <TextField
        {...text('thankYou')}
        dir="ltr"
        hint={t('webForm.thankYou.hint')}
        label={t('webForm.thankYou')}
        maxLength={2000}
        placeholder="https://"
        type="url"
      />
      <Choice
        {...choice('channel')}
        choices={CONSENT_CHANNELS.map((one) => [one, t(CHANNEL_NAMES[one])])}
        label={t('webForm.consent')}
        none={t('webForm.consent.none')}
      />
      {fields.channel !== '' && (
        <TextArea
          {...choice('consent')}
          hint={t('webForm.consentText.hint')}
          label={t('webForm.consentText')}
          maxLength={2000}
          required
        />
      )}
    </FormDialog>
  );
}

function WebFormHtml({ form, onClose }: { readonly form: WebForm; readonly onClose: () => void }) {
  const { api } = useConsole();
  const html = webFormHtml(api.base, form);
  return (
    <PlainDialog action={t('action.done')} onClose={onClose} title={form.name}>
      <TextArea
        dir="ltr"
        hint={t('webForm.html.hint')}
        label={t('webForm.html')}
        onFocus={({ target }) => target.select()}
        onText={() => undefined}
        readOnly
        rows={9}
        spellCheck="false"
        value={html}
      />
      <CopyButton text={html} />
    </PlainDialog>
  );
}
