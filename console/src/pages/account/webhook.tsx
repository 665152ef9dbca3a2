import type { ConsoleWebhook } from '@offhook/contract/console/integration-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import remove from '@offhook/design/icons/delete.svg?raw';
import send from '@offhook/design/icons/send.svg?raw';
import { t } from '@offhook/i18n/console';
import { useNavigate, useParams } from 'react-router';
import { toWebhookInput, webhookForm } from '../../core/forms/integrations/webhook-form.ts';
import { Card } from '../../parts/cards/card.tsx';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { useQuestion } from '../../parts/dialogs/use-question.tsx';
import { EditorPage } from '../../parts/forms/editor-page.tsx';
import styles from '../../parts/forms/form-page.module.css';
import { useEditor } from '../../parts/forms/use-editor.ts';
import { Deliveries } from '../../parts/integrations/deliveries.tsx';
import { WebhookFields } from '../../parts/integrations/webhook-fields.tsx';
import { Notice } from '../../parts/shell/notice.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { SkeletonPage } from '../../parts/shell/skeleton-page.tsx';
import { Loaded } from '../../parts/tables/loaded.tsx';
import { type RequestAnswer, useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);
const parents = () => [{ label: t('integrations.title'), to: '/integrations' }];

export function WebhookPage() {
  const { id = '' } = useParams();
  const query = useApiQuery('listWebhooks', {}, { live: 'settings' });
  const webhook = query.data?.data.find((one) => String(one.id) === id);
  if (webhook) return <WebhookEditor key={id} webhook={webhook} />;
  return (
    <Page parents={parents()} title={t('webhook.title')}>
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {() => <Notice text={t('webhook.notFound')} />}
      </Loaded>
    </Page>
  );
}

function WebhookEditor({ webhook }: { readonly webhook: ConsoleWebhook }) {
  const editor = useEditor({
    latest: webhook,
    formOf: webhookForm,
    formError: (form) => form.events.length === 0 && t('webhook.events.none'),
    request: useApiMutation('changeWebhook', ['listWebhooks']),
    input: ({ form, version }) => ({
      params: { id: webhook.id },
      body: { version, ...toWebhookInput(form, webhook.filters) },
    }),
    subjectOf: (answer) => answer.webhook,
  });
  return (
    <EditorPage editor={editor} parents={parents()} title={hostOf(editor.subject.url)}>
      <div className={c('main')}>
        <Card title={t('webhook.settings')}>
          <div className={c('fields')}>
            <WebhookFields form={editor.form} set={editor.set} />
          </div>
        </Card>
        <TestCard webhook={webhook} />
        <Deliveries webhookId={webhook.id} />
      </div>
    </EditorPage>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function TestCard({ webhook }: { readonly webhook: ConsoleWebhook }) {
  const test = useApiMutation('testWebhook', ['listDeliveries', 'listWebhooks']);
  const removal = useApiMutation('removeWebhook', []);
  const navigate = useNavigate();
  const { openQuestion, question } = useQuestion(() => ({
    action: t('action.remove'),
    onAction: () =>
      removal.mutate({ params: { id: webhook.id } }, { onSuccess: () => void navigate('/integrations') }),
    text: t('webhook.remove.text'),
    title: t('webhook.remove.title'),
  }));
  return (
    <Card title={t('webhook.test')}>
      <Banner text={test.error?.message ?? removal.error?.message ?? null} />
      <div className={c('actions')}>
        <SmallButton
          disabled={test.isPending}
          icon={send}
          variant="quiet"
          onClick={() => test.mutate({ params: { id: webhook.id } })}
        >
          {t('webhook.test.send')}
        </SmallButton>
        <SmallButton
          disabled={removal.isPending}
          icon={remove}
          variant="quiet"
          onClick={() => openQuestion()}
        >
          {t('webhook.remove')}
        </SmallButton>
      </div>
      <p className={c('plain')} role="status">
        {test.data && testResult(test.data)}
      </p>
      {question}
    </Card>
  );
}

function testResult({ delivered, status, error }: RequestAnswer<'testWebhook'>): string {
  if (delivered) return t('webhook.test.delivered', { status: String(status) });
  return status === null
    ? t('webhook.test.failed', { error: error ?? '' })
    : t('webhook.test.rejected', { status: String(status) });
}
