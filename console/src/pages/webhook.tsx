import type { ConsoleWebhook } from '@offhook/contract/console/console-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import remove from '@offhook/design/icons/delete.svg?raw';
import send from '@offhook/design/icons/send.svg?raw';
import { useNavigate, useParams } from 'react-router';
import { webhookForm, webhookWish } from '../core/forms/webhook-form.ts';
import { Card } from '../parts/cards/card.tsx';
import { SmallButton } from '../parts/cards/small-button.tsx';
import { useQuestion } from '../parts/dialogs/use-question.tsx';
import { EditorPage } from '../parts/forms/editor-page.tsx';
import styles from '../parts/forms/form-page.module.css';
import { useEditor } from '../parts/forms/use-editor.ts';
import { Deliveries } from '../parts/integrations/deliveries.tsx';
import { WebhookFields } from '../parts/integrations/webhook-fields.tsx';
import { Notice } from '../parts/shell/notice.tsx';
import { Page } from '../parts/shell/page.tsx';
import { SkeletonPage } from '../parts/shell/skeleton-page.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { useAsk, useTell } from '../queries.ts';

const c = classes(styles);
const PARENTS = [{ label: 'Webhooks', to: '/webhooks' }];

export function WebhookPage() {
  const { id = '' } = useParams();
  const query = useAsk('listWebhooks', {}, { live: 'settings' });
  const webhook = query.data?.data.find((one) => String(one.id) === id);
  if (webhook) return <WebhookEditor key={id} webhook={webhook} />;
  return (
    <Page parents={PARENTS} title="Webhook">
      <Loaded query={query} skeleton={<SkeletonPage />}>
        {() => <Notice text="There is no such webhook, or it was removed." />}
      </Loaded>
    </Page>
  );
}

function WebhookEditor({ webhook }: { readonly webhook: ConsoleWebhook }) {
  const editor = useEditor({
    latest: webhook,
    formOf: webhookForm,
    whyNot: (form) => form.events.length === 0 && 'Choose at least one event.',
    tell: useTell('changeWebhook', ['listWebhooks']),
    input: ({ form, version }) => ({
      params: { id: webhook.id },
      body: { version, ...webhookWish(form, webhook.filters) },
    }),
    subjectOf: (answer) => answer.webhook,
  });
  return (
    <EditorPage editor={editor} parents={PARENTS} title={hostOf(editor.subject.url)}>
      <div className={c('main')}>
        <Card title="What is told">
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

/** An example at once, or never again. */
function TestCard({ webhook }: { readonly webhook: ConsoleWebhook }) {
  const test = useTell('testWebhook', []);
  const gone = useTell('removeWebhook', []);
  const navigate = useNavigate();
  const { ask, question } = useQuestion(() => ({
    action: 'Remove',
    onAction: () =>
      gone.mutate({ params: { id: webhook.id } }, { onSuccess: () => void navigate('/webhooks') }),
    text: 'It is told nothing more; what is on its way is given up.',
    title: 'Remove this webhook?',
  }));
  return (
    <Card title="Try it">
      <Banner text={test.error?.message ?? gone.error?.message ?? null} />
      <div className={c('acts')}>
        <SmallButton
          disabled={test.isPending}
          icon={send}
          look="quiet"
          onClick={() => test.mutate({ params: { id: webhook.id } })}
        >
          Send a test
        </SmallButton>
        <SmallButton disabled={gone.isPending} icon={remove} look="quiet" onClick={() => ask()}>
          Remove
        </SmallButton>
      </div>
      <p className={c('plain')} role="status">
        {test.data &&
          (test.data.delivered
            ? `It was taken with status ${test.data.status}.`
            : `It was not taken: ${test.data.error ?? `status ${test.data.status}`}`)}
      </p>
      {question}
    </Card>
  );
}
