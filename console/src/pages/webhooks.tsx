import type { ConsoleWebhook } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import add from '@offhook/design/icons/add.svg?raw';
import { Link } from 'react-router';
import { NEW_WEBHOOK, webhookWish } from '../core/forms/webhook-form.ts';
import { Card } from '../parts/cards/card.tsx';
import { DialogButton } from '../parts/dialogs/dialog-button.tsx';
import { FormDialog } from '../parts/dialogs/form-dialog.tsx';
import { SecretDialog } from '../parts/dialogs/secret-dialog.tsx';
import { useFields } from '../parts/forms/fields.ts';
import styles from '../parts/forms/form-page.module.css';
import { Crms } from '../parts/integrations/crms.tsx';
import { WebhookFields } from '../parts/integrations/webhook-fields.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, Soft } from '../parts/tables/data-table.tsx';
import { List } from '../parts/tables/list.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);

/** Where the account is told of what happens. */
export function WebhooksPage() {
  const query = useAsk('listWebhooks', {}, { live: true });
  return (
    <Page
      end={
        <DialogButton dialog={(close) => <NewDestination onClose={close} />} icon={add} look="primary">
          New webhook
        </DialogButton>
      }
      title="Webhooks"
    >
      <div className={c('main')}>
        <Card flush title="Destinations">
          <List
            caption="Destinations"
            columns={COLUMNS}
            empty="Nobody is told of leads and calls yet."
            expected={3}
            query={query}
          />
        </Card>
        <Crms />
      </div>
    </Page>
  );
}

const COLUMNS: readonly Column<ConsoleWebhook>[] = [
  {
    head: 'Address',
    cell: ({ id, kind, url }) => (
      <Link to={`/webhooks/${id}`}>
        <bdi dir="ltr">{kind === 'webhook' ? url : `${kind}: ${url}`}</bdi>
      </Link>
    ),
  },
  { head: 'Events', cell: ({ events }) => <Soft>{events.join(', ')}</Soft> },
  { head: 'Waiting', figures: true, cell: ({ waiting }) => <Soft>{waiting}</Soft> },
  { head: 'Delivered', figures: true, cell: ({ delivered }) => <Soft>{delivered}</Soft> },
  { head: 'Failed', figures: true, cell: ({ failed }) => <Soft>{failed}</Soft> },
];

function NewDestination({ onClose }: { readonly onClose: () => void }) {
  const { form, set } = useFields(NEW_WEBHOOK);
  const tell = useTell('addWebhook', ['listWebhooks']);
  if (tell.data) {
    return (
      <SecretDialog
        label="Secret that signs what is posted"
        onClose={onClose}
        secret={tell.data.secret}
        title="The new webhook’s secret"
      />
    );
  }
  return (
    <FormDialog
      action="Add"
      onClose={onClose}
      onSubmit={() => tell.mutate({ body: webhookWish(form, {}) })}
      tell={tell}
      title="New webhook"
    >
      <WebhookFields form={form} set={set} />
    </FormDialog>
  );
}
