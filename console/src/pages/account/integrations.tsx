import type { ConsoleWebhook } from '@offhook/contract/console/integration-entities';
import { classes } from '@offhook/design/classes';
import add from '@offhook/design/icons/add.svg?raw';
import { t } from '@offhook/i18n/console';
import { formatList } from '@offhook/i18n/formats';
import { Link } from 'react-router';
import { eventName, NEW_WEBHOOK, toWebhookInput } from '../../core/forms/integrations/webhook-form.ts';
import { Card } from '../../parts/cards/card.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { SecretDialog } from '../../parts/dialogs/secret-dialog.tsx';
import { useFields } from '../../parts/forms/fields.ts';
import styles from '../../parts/forms/form-page.module.css';
import { Crms } from '../../parts/integrations/crms.tsx';
import { WebhookFields } from '../../parts/integrations/webhook-fields.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, countColumn, Muted } from '../../parts/tables/data-table.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);

export function IntegrationsPage() {
  const query = useApiQuery('listWebhooks', {}, { live: true });
  return (
    <Page
      end={
        <DialogButton dialog={(close) => <NewWebhook onClose={close} />} icon={add} variant="primary">
          {t('webhook.add')}
        </DialogButton>
      }
      title={t('integrations.title')}
    >
      <div className={c('main')}>
        <Card flush title={t('webhooks.title')}>
          <List
            caption={t('webhooks.title')}
            columns={columns()}
            empty={t('webhooks.empty')}
            expected={3}
            query={query}
            search={{ placeholder: t('webhook.url'), textOf: ({ url }) => url }}
          />
        </Card>
        <Crms />
      </div>
    </Page>
  );
}

const columns = (): readonly Column<ConsoleWebhook>[] => [
  {
    head: t('webhook.url'),
    cell: ({ id, kind, url }) => (
      <Link to={`/integrations/webhooks/${id}`}>
        <bdi dir="ltr">{kind === 'webhook' ? url : t('webhook.kind', { kind, url })}</bdi>
      </Link>
    ),
  },
  { head: t('field.events'), cell: ({ events }) => <Muted>{formatList(events.map(eventName))}</Muted> },
  countColumn(t('webhooks.pending'), ({ waiting }) => waiting),
  countColumn(t('webhooks.delivered'), ({ delivered }) => delivered),
  countColumn(t('webhooks.failed'), ({ failed }) => failed),
];

function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const { form, set } = useFields(NEW_WEBHOOK);
  const request = useApiMutation('addWebhook', ['listWebhooks']);
  if (request.data) {
    return (
      <SecretDialog
        label={t('webhook.secret')}
        onClose={onClose}
        secret={request.data.secret}
        title={t('webhook.secret')}
      />
    );
  }
  return (
    <FormDialog
      action={t('action.add')}
      onClose={onClose}
      onSubmit={() => request.mutate({ body: toWebhookInput(form, {}) })}
      request={request}
      title={t('webhook.add')}
    >
      <WebhookFields form={form} set={set} />
    </FormDialog>
  );
}
