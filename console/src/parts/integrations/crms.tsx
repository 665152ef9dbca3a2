import type { ConsoleCrm } from '@offhook/contract/console/integration-entities';
import { CRM_NAMES, CRMS } from '@offhook/contract/leads/crms';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import { t } from '@offhook/i18n/console';
import { NEW_CRM, toNewCrm } from '../../core/forms/integrations/crm-form.ts';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { Choice } from '../forms/choice.tsx';
import { useFields } from '../forms/fields.ts';
import styles from '../forms/form-page.module.css';
import { SwitchRow } from '../forms/switch-row.tsx';
import { TextField } from '../forms/text-field.tsx';
import { type Column, Muted } from '../tables/data-table.tsx';
import { List } from '../tables/list.tsx';

const c = classes(styles);

/** The CRMs in which leads and calls are logged. */
export function Crms() {
  const query = useApiQuery('listCrms', {}, { live: 'settings' });
  const test = useApiMutation('testCrm', ['listCrms']);
  const removal = useApiMutation('removeCrm', ['listCrms']);
  const { openQuestion, question } = useQuestion((crm: ConsoleCrm) => ({
    action: t('action.remove'),
    onAction: () => removal.mutate({ params: { id: crm.id } }),
    text: t('crm.remove.text'),
    title: t('crm.remove.title', { crm: CRM_NAMES[crm.kind] }),
  }));
  const columns: readonly Column<ConsoleCrm>[] = [
    { head: t('crm.title'), cell: ({ kind }) => <span className={c('whole')}>{CRM_NAMES[kind]}</span> },
    { head: t('crm.address'), cell: ({ url }) => <bdi dir="ltr">{url}</bdi> },
    { head: t('field.status'), cell: (crm) => <Muted>{statusText(crm)}</Muted> },
    {
      head: t('field.actions'),
      actions: true,
      ownLine: true,
      cell: (crm) => (
        <>
          <SmallButton
            aria-label={t('crm.test.label', { crm: CRM_NAMES[crm.kind] })}
            disabled={test.isPending}
            variant="plain"
            onClick={() => test.mutate({ params: { id: crm.id } })}
          >
            {t('crm.test')}
          </SmallButton>
          <SmallButton
            aria-label={t('crm.remove.label', { crm: CRM_NAMES[crm.kind] })}
            variant="plain"
            onClick={() => openQuestion(crm)}
          >
            {t('action.remove')}
          </SmallButton>
        </>
      ),
    },
  ];
  return (
    <Card
      end={
        <DialogButton dialog={(close) => <NewCrm onClose={close} />} icon={add} variant="plain">
          {t('crm.connect.title')}
        </DialogButton>
      }
      flush
      title={t('crms.title')}
    >
      <Banner text={test.error?.message ?? removal.error?.message ?? null} />
      <List caption={t('crms.title')} columns={columns} empty={t('crm.empty')} expected={2} query={query} />
      {test.data && (
        <p className={c('result')} role="status">
          {test.data.error === null ? t('crm.test.works') : t('crm.test.failed', { error: test.data.error })}
        </p>
      )}
      {question}
    </Card>
  );
}

function statusText({ is_tested, trouble }: ConsoleCrm): string {
  if (trouble !== null) return t('crm.test.failed', { error: trouble });
  return is_tested ? t('crm.status.connected') : t('crm.status.untested');
}

function NewCrm({ onClose }: { readonly onClose: () => void }) {
  const { form, set, text, flag } = useFields(NEW_CRM);
  const request = useApiMutation('addCrm', ['listCrms']);
  return (
    <FormDialog
      action={t('crm.connect')}
      onClose={onClose}
      onSubmit={() => request.mutate({ body: toNewCrm(form) }, { onSuccess: onClose })}
      request={request}
      title={t('crm.connect.title')}
    >
      <Choice
        choices={CRMS.map((kind) => [kind, CRM_NAMES[kind]])}
        label={t('crm.title')}
        onText={(chosen) => set({ kind: CRMS.find((one) => one === chosen) ?? form.kind })}
        value={form.kind}
      />
      <TextField
        {...text('token')}
        autoComplete="off"
        hint={form.kind === 'salesforce' ? t('crm.token.clientSecret.hint') : t('crm.token.hint')}
        label={t('crm.token')}
        maxLength={500}
        required
        type="password"
      />
      {(form.kind === 'salesforce' || form.kind === 'activecampaign') && (
        <TextField
          {...text('url')}
          dir="ltr"
          label={t('crm.address')}
          maxLength={200}
          placeholder="https://"
          required
          type="url"
        />
      )}
      {form.kind === 'salesforce' && (
        <TextField
          {...text('client_id')}
          autoComplete="off"
          label={t('crm.clientId')}
          maxLength={500}
          required
        />
      )}
      {(form.kind === 'hubspot' || form.kind === 'salesforce') && (
        <TextField
          {...text('tag_field')}
          hint={t('crm.tagField.hint')}
          label={t('crm.tagField')}
          maxLength={100}
        />
      )}
      <SwitchRow
        {...flag('makes_contacts')}
        description={t('crm.createContacts.hint')}
        label={t('crm.createContacts')}
      />
      <SwitchRow
        {...flag('links_recordings')}
        description={t('crm.linkRecordings.hint')}
        label={t('crm.linkRecordings')}
      />
    </FormDialog>
  );
}
