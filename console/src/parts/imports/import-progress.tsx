import { type LeadImport, rejectedRowsPath } from '@offhook/contract/console/leads/import-entities';
import { classes } from '@offhook/design/classes';
import check from '@offhook/design/icons/check_circle-fill.svg?raw';
import problem from '@offhook/design/icons/error-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import pause from '@offhook/design/icons/pause-fill.svg?raw';
import person from '@offhook/design/icons/person-fill.svg?raw';
import play from '@offhook/design/icons/play_arrow-fill.svg?raw';
import undoIcon from '@offhook/design/icons/undo.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { formatDate, formatNumber, formatPercent, formatTimeOfDay, inZone } from '@offhook/i18n/formats';
import { useEffect, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { aboutTime, importState } from '../../core/leads/import-text.ts';
import { utcMidnight } from '../../core/periods/calendar.ts';
import { useApiMutation, useApiQuery } from '../../queries.ts';
import { Card } from '../cards/card.tsx';
import { Facts } from '../cards/facts.tsx';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { Page } from '../shell/page.tsx';
import { SkeletonRows } from '../tables/data-table.tsx';
import { Rows } from '../tables/list.tsx';
import { Loaded } from '../tables/loaded.tsx';
import { CancelImport } from './cancel-import.tsx';
import styles from './import-page.module.css';
import { resultColumn, rowColumns } from './import-rows.tsx';

const c = classes(styles);

interface Props {
  readonly shown: LeadImport;
}

/** An import that has started, until its end and afterwards. */
export function ImportProgress({ shown }: Props) {
  const { id, file_name, status, progress } = shown;
  const params = { params: { id } };
  const changed = ['readLeadImport', 'listImports', 'listLeadImportRows'] as const;
  const pauseImport = useApiMutation('pauseLeadImport', changed);
  const resumeImport = useApiMutation('resumeLeadImport', changed);
  const cancel = useApiMutation('cancelLeadImport', changed);
  const undo = useApiMutation('undoLeadImport', changed);
  const [isCanceling, setCanceling] = useState(false);
  const { openQuestion, question } = useQuestion(() => ({
    action: t('import.undo'),
    onAction: () => undo.mutate(params),
    text: t('import.undo.text'),
    title: t('import.undo.question'),
  }));
  const isOpen = status === 'running' || status === 'paused';
  const isBusy = pauseImport.isPending || resumeImport.isPending || cancel.isPending;
  const error = pauseImport.error ?? resumeImport.error ?? cancel.error ?? undo.error;
  return (
    <Page
      beside={<bdi>{file_name}</bdi>}
      end={
        isOpen && (
          <>
            {status === 'running' ? (
              <SmallButton
                disabled={isBusy}
                icon={pause}
                variant="quiet"
                onClick={() => pauseImport.mutate(params)}
              >
                {t('import.pause')}
              </SmallButton>
            ) : (
              <SmallButton
                disabled={isBusy}
                icon={play}
                variant="primary"
                onClick={() => resumeImport.mutate(params)}
              >
                {t('import.resume')}
              </SmallButton>
            )}
            <SmallButton disabled={isBusy} variant="quiet" onClick={() => setCanceling(true)}>
              {t('import.cancel')}
            </SmallButton>
          </>
        )
      }
      error={error?.message ?? null}
      parents={[
        { label: t('leads.title'), to: '/leads' },
        { label: t('imports.page'), to: '/leads/import' },
      ]}
      title={t('import.title')}
    >
      <div className={c('columns')}>
        <div className={c('main')}>
          <Share shown={shown} />
          <InvalidRows isOpen={isOpen} shown={shown} />
        </div>
        <div className={c('side')}>
          <Details shown={shown} />
          {(shown.can_undo || isOpen) && progress.new_leads > 0 && (
            <Card title={t('import.undo.title')}>
              <div className={c('undo')}>
                <p>{t('import.undo.text')}</p>
                {shown.can_undo && (
                  <SmallButton
                    disabled={undo.isPending}
                    icon={undoIcon}
                    variant="quiet"
                    onClick={() => openQuestion()}
                  >
                    {t('import.undo')}
                  </SmallButton>
                )}
              </div>
            </Card>
          )}
        </div>
      </div>
      {question}
      {isCanceling && (
        <CancelImport
          onCancel={(keep_leads) => {
            setCanceling(false);
            cancel.mutate({ ...params, body: { keep_leads } });
          }}
          onClose={() => setCanceling(false)}
        />
      )}
    </Page>
  );
}

function Share({ shown }: Props) {
  const { status, progress, undone } = shown;
  const { done, rows, new_leads, known_leads, rejected, rows_per_second, seconds_left } = progress;
  const share = rows === 0 ? 0 : Math.min(1, done / rows);
  const percent = Math.floor(share * 100);
  const isRunning = status === 'running';
  const title =
    status === 'complete' ? t('import.addedCount', { count: new_leads + known_leads }) : importState(shown);
  if (undone !== null)
    return (
      <Card title={title}>
        <p>{t('import.undone.removed', { count: undone.leads, all: new_leads })}</p>
        <p className={c('hint')}>
          <Rich
            parts={rich('import.undone.by', {
              time: <Moment at={undone.at} />,
              user: <bdi>{undone.by?.full_name ?? t('auditLog.user.none')}</bdi>,
            })}
          />
        </p>
        <div className={c('figures')}>
          <Figure count={new_leads - undone.leads} icon={check} label={t('import.undone.kept')} tone="good" />
          <Figure count={known_leads} icon={person} label={t('import.known.done')} tone="quiet" />
          <Figure count={rejected} icon={problem} label={t('import.invalid')} tone="bad" />
        </div>
      </Card>
    );
  return (
    <Card title={title}>
      <div className={c('share')}>
        <span className={c('percent')}>{formatPercent(percent / 100)}</span>
        <span className={c('of')}>{t('import.done', { done, all: rows })}</span>
        {isRunning && rows_per_second !== null && (
          <span className={c('of')}>{t('import.rate', { count: rows_per_second })}</span>
        )}
        {isRunning && seconds_left !== null && (
          <span className={c('left')}>{t('import.left', { time: aboutTime(seconds_left) })}</span>
        )}
      </div>
      <div
        aria-label={t('import.progress')}
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={percent}
        className={c('bar', !isRunning && status !== 'complete' && 'stopped')}
        role="progressbar"
      >
        <span className={c('filled')} style={{ width: `${share * 100}%` }} />
      </div>
      <span className="visually-hidden" role="status">
        {t('import.progress.announced', { percent: formatPercent(Math.floor(percent / 10) / 10) })}
      </span>
      {isRunning && <p className={c('hint')}>{t('import.canClose')}</p>}
      <div className={c('figures')}>
        <Figure count={new_leads} icon={check} label={t('import.new')} tone="good" />
        <Figure count={known_leads} icon={person} label={t('import.known.done')} tone="quiet" />
        <Figure count={rejected} icon={problem} label={t('import.invalid')} tone="bad" />
      </div>
    </Card>
  );
}

interface FigureProps {
  readonly count: number;
  readonly icon: string;
  readonly label: string;
  readonly tone: 'good' | 'quiet' | 'bad';
}

function Figure({ count, icon, label, tone }: FigureProps) {
  return (
    <div className={c('figure')}>
      {formatNumber(count)}
      <span className={c('figureLabel')}>
        <span className={c(tone)}>
          <Icon svg={icon} />
        </span>
        {label}
      </span>
    </div>
  );
}

/** Only the first are shown, so later ones don't change them. */
const SHOWN_ROWS = 50;

function InvalidRows({ shown, isOpen }: Props & { readonly isOpen: boolean }) {
  const { api } = useConsole();
  const { id, progress, keeps_rejected } = shown;
  const query = useApiQuery('listLeadImportRows', { params: { id }, query: { only: 'invalid' } });
  const { refetch } = query;
  const found = Math.min(progress.rejected, SHOWN_ROWS);
  const [shownCount, setShownCount] = useState(found);
  useEffect(() => {
    if (found === shownCount) return;
    setShownCount(found);
    void refetch();
  }, [found, shownCount, refetch]);
  return (
    <Card
      end={
        keeps_rejected && (
          <a className={c('link')} download href={`${api.base}${rejectedRowsPath(id)}`}>
            {t('import.invalid.downloadRows', { count: progress.rejected })}
          </a>
        )
      }
      flush
      title={t('import.invalid.title')}
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {({ data }) => (
          <Rows
            caption={t('import.invalid.title')}
            columns={[...rowColumns(), resultColumn(t('field.reason'))]}
            empty={t('import.invalid.empty')}
            keyOf={({ line }) => line}
            rows={data}
          />
        )}
      </Loaded>
      {progress.rejected > 0 && !isOpen && <p className={c('foot')}>{t('import.fixRows')}</p>}
    </Card>
  );
}

function Details({ shown }: Props) {
  const { plan, started_at, started_by } = shown;
  const firstCall = {
    none: () => t('import.details.firstCall.none'),
    now: () => t('import.details.firstCall.free'),
    at: () =>
      t('import.details.firstCall.local', {
        day: plan.call_date === null ? '' : formatDate(utcMidnight(plan.call_date), inZone('UTC')),
        time: formatTimeOfDay(plan.call_minute),
      }),
  };
  return (
    <Card title={t('import.details')}>
      <Facts
        facts={{
          ...(plan.team && { [t('field.team')]: plan.team.name }),
          ...(plan.source !== null && { [t('import.field.source')]: plan.source }),
          [t('import.details.firstCall')]: firstCall[plan.calls](),
          ...(started_at !== null && { [t('import.details.started')]: <Moment at={started_at} /> }),
          ...(started_by !== null && { [t('import.details.startedBy')]: started_by.full_name }),
        }}
      />
    </Card>
  );
}
