import type { WebForm } from '@offhook/contract/console/integration-entities';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import add from '@offhook/design/icons/add.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { type Column, Muted } from '../tables/data-table.tsx';
import { List } from '../tables/list.tsx';
import { EditWebForm, NewWebFormButton, WebFormHtml } from './web-form-dialogs.tsx';

/** Forms on websites that send leads without an API key. */
export function WebForms() {
  const query = useApiQuery('listWebForms', {}, { live: 'settings' });
  const revocation = useApiMutation('revokeWebForm', ['listWebForms']);
  const { openQuestion, question } = useQuestion((form: WebForm) => ({
    action: t('apiKey.revoke'),
    onAction: () => revocation.mutate({ params: { id: form.id } }),
    text: t('webForm.revoke.text'),
    title: t('apiKey.revoke.title', { name: form.name }),
  }));
  const columns: readonly Column<WebForm>[] = [
    { head: t('field.name'), cell: ({ name }) => name },
    { head: t('webForm.websites'), cell: Websites },
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
    <Card end={<NewWebFormButton icon={add} variant="plain" />} flush title={t('webForms.title')}>
      <Banner text={revocation.error?.message ?? null} />
      <List
        caption={t('webForms.title')}
        columns={columns}
        empty={t('webForm.empty')}
        expected={2}
        query={query}
      />
      {question}
    </Card>
  );
}

/** Without https://, so that an address breaks less often in a narrow column. */
function Websites({ origins }: WebForm) {
  return origins.map((origin) => (
    <div key={origin}>
      <bdi dir="ltr">{origin.replace(/^https:\/\//, '')}</bdi>
    </div>
  ));
}
