import type { WebForm } from '@offhook/contract/console/integration-entities';
import { CONSENT_CHANNELS } from '@offhook/contract/leads/consent';
import { t } from '@offhook/i18n/console';
import { type ComponentProps, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import {
  CHANNEL_NAMES,
  changesHtml,
  NEW_WEB_FORM,
  toWebFormInput,
  webFormFields,
  webFormHtml,
} from '../../core/forms/integrations/web-form.ts';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { CodeBlock } from '../cards/code-block.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { PlainDialog } from '../dialogs/plain-dialog.tsx';
import { Choice, toChoices } from '../forms/choice.tsx';
import { useFields } from '../forms/fields.ts';
import { TextArea, TextField } from '../forms/text-field.tsx';

export function NewWebFormButton(button: Pick<ComponentProps<typeof DialogButton>, 'icon' | 'variant'>) {
  return (
    <DialogButton {...button} dialog={(close) => <EditWebForm form={null} onClose={close} />}>
      {t('webForm.create')}
    </DialogButton>
  );
}

interface EditProps {
  /** null: a new one. */
  readonly form: WebForm | null;
  readonly onClose: () => void;
}

/** Shows the HTML once it is new or has to be changed on the website. */
export function EditWebForm({ form, onClose }: EditProps) {
  const { form: fields, text, choice } = useFields(form === null ? NEW_WEB_FORM : webFormFields(form));
  const teams = useApiQuery('listTeams', {});
  const addition = useApiMutation('addWebForm', ['listWebForms']);
  const change = useApiMutation('changeWebForm', ['listWebForms']);
  const [saved, setSaved] = useState<WebForm | null>(null);
  if (saved !== null)
    return (
      <WebFormHtml
        form={saved}
        onClose={onClose}
        text={form === null ? t('webForm.html.hint') : t('webForm.html.changed')}
      />
    );
  const submit = () => {
    const body = toWebFormInput(fields);
    if (form === null) addition.mutate({ body }, { onSuccess: ({ web_form }) => setSaved(web_form) });
    else
      change.mutate(
        { params: { id: form.id }, body: { ...body, version: form.version } },
        { onSuccess: ({ web_form }) => (changesHtml(form, body) ? setSaved(web_form) : onClose()) },
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

interface HtmlProps {
  readonly form: WebForm;
  readonly text?: string;
  readonly onClose: () => void;
}

export function WebFormHtml({ form, text = t('webForm.html.hint'), onClose }: HtmlProps) {
  const { api } = useConsole();
  return (
    <PlainDialog
      action={t('action.done')}
      onClose={onClose}
      title={t('webForm.html.label', { name: form.name })}
      wide
    >
      <p>{text}</p>
      <CodeBlock text={webFormHtml(api.base, form)} />
    </PlainDialog>
  );
}
