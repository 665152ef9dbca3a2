import type { ConsoleCrm } from '@offhook/contract/console/console-entities';
import { CRM_NAMES, CRMS } from '@offhook/contract/entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import { crmWish, NEW_CRM } from '../../core/forms/crm-form.ts';
import { useAsk, useTell } from '../../queries.ts';
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
import { type Column, Soft } from '../tables/data-table.tsx';
import { List } from '../tables/list.tsx';

const c = classes(styles);

/** The CRMs into which leads and calls are written. */
export function Crms() {
  const query = useAsk('listCrms', {}, { live: 'settings' });
  const test = useTell('testCrm', ['listCrms']);
  const gone = useTell('removeCrm', ['listCrms']);
  const { ask, question } = useQuestion((crm: ConsoleCrm) => ({
    action: 'Remove',
    onAction: () => gone.mutate({ params: { id: crm.id } }),
    text: 'Nothing more is written there, and what is on its way is given up. What is there stays.',
    title: `Remove ${CRM_NAMES[crm.kind]}?`,
  }));
  const columns: readonly Column<ConsoleCrm>[] = [
    { head: 'CRM', cell: ({ kind }) => <span className={c('whole')}>{CRM_NAMES[kind]}</span> },
    { head: 'Address', cell: ({ url }) => <bdi dir="ltr">{url}</bdi> },
    { head: 'State', cell: ({ trouble }) => <Soft>{trouble ?? 'Open'}</Soft> },
    {
      head: 'Actions',
      acts: true,
      cell: (crm) => (
        <>
          <SmallButton
            aria-label={`Test ${CRM_NAMES[crm.kind]}`}
            disabled={test.isPending}
            look="plain"
            onClick={() => test.mutate({ params: { id: crm.id } })}
          >
            Test
          </SmallButton>
          <SmallButton aria-label={`Remove ${CRM_NAMES[crm.kind]}`} look="plain" onClick={() => ask(crm)}>
            Remove
          </SmallButton>
        </>
      ),
    },
  ];
  return (
    <Card
      end={
        <DialogButton dialog={(close) => <NewCrm onClose={close} />} icon={add} look="plain">
          Add a CRM
        </DialogButton>
      }
      flush
      title="CRMs"
    >
      <Banner text={test.error?.message ?? gone.error?.message ?? null} />
      <List
        caption="CRMs"
        columns={columns}
        empty="Leads and calls are written into no CRM yet."
        expected={2}
        query={query}
      />
      {test.data && (
        <p className={c('told')} role="status">
          {test.data.error === null
            ? 'It lets us read what we write.'
            : `It does not let us in: ${test.data.error}`}
        </p>
      )}
      {question}
    </Card>
  );
}

function NewCrm({ onClose }: { readonly onClose: () => void }) {
  const { form, set, text, flag } = useFields(NEW_CRM);
  const tell = useTell('addCrm', ['listCrms']);
  return (
    <FormDialog
      action="Add"
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: crmWish(form) }, { onSuccess: onClose })}
      tell={tell}
      title="Add a CRM"
    >
      <Choice
        choices={CRMS.map((kind) => [kind, CRM_NAMES[kind]])}
        label="CRM"
        onText={(chosen) => set({ kind: CRMS.find((one) => one === chosen) ?? form.kind })}
        value={form.kind}
      />
      <TextField
        {...text('token')}
        autoComplete="off"
        hint={
          form.kind === 'salesforce' ? 'The secret of the client.' : 'An access token, or the key of its API.'
        }
        label="Token"
        maxLength={500}
        required
        type="password"
      />
      {(form.kind === 'salesforce' || form.kind === 'activecampaign') && (
        <TextField
          {...text('url')}
          dir="ltr"
          label="Address"
          maxLength={200}
          placeholder="https://"
          required
          type="url"
        />
      )}
      {form.kind === 'salesforce' && (
        <TextField {...text('client_id')} autoComplete="off" label="Client ID" maxLength={500} required />
      )}
      {(form.kind === 'hubspot' || form.kind === 'salesforce') && (
        <TextField
          {...text('tag_field')}
          hint="Name of a text field there. Empty: none."
          label="Field for the tag"
          maxLength={100}
        />
      )}
      <SwitchRow
        {...flag('makes_contacts')}
        description="Else calls are written for the contacts that it has."
        label="Make contacts"
      />
      <SwitchRow
        {...flag('links_recordings')}
        description="Whoever opens one must be logged in here."
        label="Tell where recordings are"
      />
    </FormDialog>
  );
}
