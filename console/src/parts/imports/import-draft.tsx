import type {
  ImportCheck,
  LeadImport,
  LeadImportChange,
} from '@offhook/contract/console/leads/import-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { Page } from '../shell/page.tsx';
import { SkeletonRows } from '../tables/data-table.tsx';
import { Rows } from '../tables/list.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { ImportCalls } from './import-calls.tsx';
import { ImportColumns } from './import-columns.tsx';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import { companyColumn, resultColumn, rowColumns } from './import-rows.tsx';

const c = classes(styles);

interface Props {
  readonly shown: LeadImport;
}

/** The change that is being saved is shown already. */
function withChange(
  plan: LeadImport['plan'],
  change: LeadImportChange | undefined,
  teams: readonly { readonly id: number; readonly name: string }[] = [],
): LeadImport['plan'] {
  if (change === undefined) return plan;
  const { columns, team_id, source, ...rest } = change;
  return {
    ...plan,
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as object),
    ...(columns && {
      columns: plan.columns.map((column, index) => ({ ...column, field: columns[index] ?? null })),
    }),
    ...(team_id !== undefined && { team: teams.find(({ id }) => id === team_id) ?? null }),
  };
}

/** A file that is uploaded: its columns, what it would do, and when to call. */
export function ImportDraft({ shown }: Props) {
  const { id, file_name, check } = shown;
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = { params: { id } };
  const key = ['readLeadImport', { params: { id: String(id) } }];
  const teams = useApiQuery('listTeams', {}).data?.data;
  const change = useApiMutation('changeLeadImport');
  const start = useApiMutation('startLeadImport', ['readLeadImport', 'listImports']);
  const discard = useApiMutation('discardLeadImport', ['listImports']);
  const save = (body: LeadImportChange) =>
    change.mutate({ ...params, body }, { onSuccess: (answer) => client.setQueryData(key, answer) });
  const plan = withChange(shown.plan, change.isPending ? change.variables.body : undefined, teams);
  const isMappingPending =
    change.isPending &&
    (change.variables.body.columns !== undefined || change.variables.body.has_header !== undefined);
  const isCounting = isMappingPending || check?.is_complete !== true;
  const [last, setLast] = useState<ImportCheck | null>(null);
  useEffect(() => {
    if (!check?.is_complete) return;
    setLast(check);
    // The first rows, as the new mapping reads them.
    void client.invalidateQueries({ queryKey: ['listLeadImportRows'] });
  }, [check, client]);
  const counts = isCounting ? (last ?? check) : check;
  const [only, setOnly] = useState<'' | 'invalid'>('');
  const rows = useApiQuery('listLeadImportRows', { ...params, query: { only } });
  const { openQuestion, question } = useQuestion(() => ({
    action: t('import.cancel'),
    onAction: () => discard.mutate(params, { onSuccess: () => void navigate('/leads/import') }),
    text: t('import.discard.text'),
    title: t('import.discard.title'),
  }));
  const hasPhone = plan.columns.some(({ field }) => field === 'phone_number');
  const wanted = (counts?.new_leads ?? 0) + (plan.known === 'update' ? (counts?.known_leads ?? 0) : 0);
  const error = change.error ?? start.error ?? discard.error;
  return (
    <Page
      beside={<bdi>{file_name}</bdi>}
      end={
        <>
          <span className={c('note', 'headNote')} id="import-note">
            {hasPhone ? t('import.notYet') : t('import.needsPhone')}
          </span>
          <SmallButton variant="quiet" onClick={() => openQuestion()}>
            {t('action.cancel')}
          </SmallButton>
          <SmallButton
            aria-describedby="import-note"
            disabled={!hasPhone || isCounting || wanted === 0 || change.isPending || start.isPending}
            variant="primary"
            onClick={() => start.mutate({ ...params, body: { revision: shown.plan.revision } })}
          >
            {wanted === 0 ? t('import.start.none') : t('import.start', { count: wanted })}
          </SmallButton>
        </>
      }
      error={error?.message ?? null}
      parents={[{ label: t('leads.title'), to: '/leads' }]}
      title={t('imports.page')}
    >
      <div className={c('columns')}>
        <div className={c('main')}>
          <ImportColumns
            onColumns={(columns) => save({ columns })}
            onHeader={(has_header) => save({ has_header })}
            plan={plan}
          />
          <Card
            end={
              <SmallButton variant="plain" onClick={() => setOnly(only === '' ? 'invalid' : '')}>
                {only === '' ? t('import.invalid.only') : t('import.rows.all')}
              </SmallButton>
            }
            flush
            title={only === '' ? t('import.rows.title') : t('import.invalid.title')}
          >
            <Loaded query={rows} skeleton={<SkeletonRows rows={5} />}>
              {({ data }) => (
                <Rows
                  caption={t('import.rows.title')}
                  columns={[...rowColumns(), companyColumn(), resultColumn(t('field.result'))]}
                  empty={only === '' ? t('import.rows.empty') : t('import.invalid.empty')}
                  keyOf={({ line }) => line}
                  rows={data}
                />
              )}
            </Loaded>
          </Card>
        </div>
        <div className={c('side')}>
          <ImportPreview
            counts={counts}
            id={id}
            isCounting={isCounting}
            onKnown={(known) => save({ known })}
            plan={plan}
          />
          <ImportCalls agents={shown.agents} onChange={save} plan={plan} teams={teams} />
        </div>
      </div>
      {question}
    </Page>
  );
}
