import type { ConsoleApiKey } from '@offhook/contract/console/integration-entities';
import { CRM_NAMES, CRMS } from '@offhook/contract/leads/crms';
import { LEAD_FILE_COLUMNS } from '@offhook/contract/leads/lead-file-columns';
import { classes } from '@offhook/design/classes';
import add from '@offhook/design/icons/add.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { Link } from 'react-router';
import { useConsole } from '../../console-context.ts';
import { Card } from '../../parts/cards/card.tsx';
import { Facts } from '../../parts/cards/facts.tsx';
import { Moment } from '../../parts/cards/moment.tsx';
import { Rich } from '../../parts/cards/rich.tsx';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { useQuestion } from '../../parts/dialogs/use-question.tsx';
import styles from '../../parts/forms/form-page.module.css';
import { NewKey } from '../../parts/integrations/new-key.tsx';
import { WebForms } from '../../parts/integrations/web-forms.tsx';
import { Page } from '../../parts/shell/page.tsx';
import { type Column, Muted, momentColumn } from '../../parts/tables/data-table.tsx';
import { List } from '../../parts/tables/list.tsx';
import { useApiMutation, useApiQuery } from '../../queries.ts';

const c = classes(styles);

export function ApiKeysPage() {
  return (
    <Page
      end={
        <DialogButton dialog={(close) => <NewKey onClose={close} />} icon={add} variant="primary">
          {t('apiKey.create')}
        </DialogButton>
      }
      title={t('apiKeys.title')}
    >
      <div className={c('main')}>
        <Keys />
        <WebForms />
        <Sources />
      </div>
    </Page>
  );
}

function Keys() {
  const query = useApiQuery('listApiKeys', {});
  const request = useApiMutation('revokeApiKey', ['listApiKeys']);
  const { openQuestion, question } = useQuestion((key: ConsoleApiKey) => ({
    action: t('apiKey.revoke'),
    onAction: () => request.mutate({ params: { id: key.id } }),
    text: t('apiKey.revoke.text'),
    title: t('apiKey.revoke.title', { name: key.name }),
  }));
  const columns: readonly Column<ConsoleApiKey>[] = [
    { head: t('field.name'), cell: ({ name }) => name },
    momentColumn(t('field.created'), ({ created_at }) => created_at),
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
      cell: (key) =>
        key.revoked_at === null && (
          <SmallButton
            aria-label={t('apiKey.revoke.label', { name: key.name })}
            variant="plain"
            onClick={() => openQuestion(key)}
          >
            {t('apiKey.revoke')}
          </SmallButton>
        ),
    },
  ];
  return (
    <Card flush title={t('apiKeys.keys')}>
      <List
        caption={t('apiKeys.keys')}
        columns={columns}
        empty={t('apiKey.empty')}
        expected={3}
        query={query}
        search={{ placeholder: t('field.name'), textOf: ({ name }) => name }}
      />
      {question}
    </Card>
  );
}

const code = (text: string) => <code className={c('code')}>{text}</code>;

function Sources() {
  const { api } = useConsole();
  return (
    <Card title={t('leadSources.title')}>
      <div className={c('fields')}>
        <p className={c('plain')}>
          <Rich
            parts={rich('leadSources.api', {
              address: `${api.base}/api/v1/leads`,
              header: 'Authorization: Bearer …',
              importAddress: `${api.base}/api/v1/leads/imports`,
              code,
              link: (text) => <a href={`${api.base}/api/docs`}>{text}</a>,
            })}
          />
        </p>
        <p className={c('plain')}>
          <Rich parts={rich('leadSources.columns', { columns: LEAD_FILE_COLUMNS.join(', '), code })} />
        </p>
        <p className={c('plain')}>
          <Rich
            parts={rich('leadSources.imports', {
              link: (
                <Link to="/leads/import">
                  {t('leads.title')} → {t('imports.page')}
                </Link>
              ),
            })}
          />
        </p>
        <p className={c('plain')}>{t('leadSources.crm')}</p>
        <Facts
          facts={Object.fromEntries(
            CRMS.map((kind) => [
              CRM_NAMES[kind],
              <code className={c('code')} dir="ltr" key={kind}>
                {api.base}/api/v1/leads/{kind}?api_key=…
              </code>,
            ]),
          )}
        />
      </div>
    </Card>
  );
}
