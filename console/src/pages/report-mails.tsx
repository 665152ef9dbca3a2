import type { ConsoleReportMail } from '@offhook/contract/console/report-mail-entities';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { rich, t } from '@offhook/i18n/console';
import { formatYearRoundZone } from '@offhook/i18n/formats';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useConsole } from '../console-context.ts';
import { filterTexts, mailStatusText, scheduleText } from '../core/reports/report-mail-text.ts';
import { Card } from '../parts/cards/card.tsx';
import { Moment } from '../parts/cards/moment.tsx';
import { Rich } from '../parts/cards/rich.tsx';
import { SmallButton } from '../parts/cards/small-button.tsx';
import { useQuestion } from '../parts/dialogs/use-question.tsx';
import { SavedMark } from '../parts/forms/saved-mark.tsx';
import styles from '../parts/invitations/invitations.module.css';
import { NoMailServer, ReportMailForm, SAVED_REPORT_MAIL } from '../parts/report-mails/report-mail-form.tsx';
import { Page } from '../parts/shell/page.tsx';
import { type Column, Muted, SkeletonRows } from '../parts/tables/data-table.tsx';
import { Rows } from '../parts/tables/list.tsx';
import { Loaded } from '../parts/tables/loaded.tsx';
import { type RequestAnswer, useApiMutation, useApiQuery } from '../queries.ts';

const c = classes(styles);

/** The links of the mails lead here, to stop or change them. */
export function ReportMailsPage() {
  const { clock } = useConsole();
  const query = useApiQuery('listReportMails', {}, { live: 'settings' });
  return (
    <Page
      beside={
        query.data && t('reports.zone', { zone: formatYearRoundZone(query.data.time_zone, clock.now()) })
      }
      parents={[{ label: t('reports.title'), to: '/reports' }]}
      title={t('reportMails.title')}
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
        {(answer) => <ReportMails {...answer} />}
      </Loaded>
    </Page>
  );
}

type Mail = ConsoleReportMail;

function ReportMails(answer: RequestAnswer<'listReportMails'>) {
  const { data, sends_mail: sendsMail } = answer;
  const { user } = useConsole();
  const [edited, setEdited] = useState<Mail | null>(null);
  const { state } = useLocation();
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(state === SAVED_REPORT_MAIL);
  // A reload would say it again.
  useEffect(() => {
    if (state !== null) void navigate('.', { replace: true });
  }, [state, navigate]);
  const change = useApiMutation('changeReportMail', ['listReportMails']);
  const send = useApiMutation('sendReportMail', ['listReportMails']);
  const stop = useApiMutation('stopReportMail', ['listReportMails']);
  const remove = useApiMutation('removeReportMail', ['listReportMails']);
  const { openQuestion, question } = useQuestion((mail: Mail) => ({
    action: t('action.remove'),
    onAction: () => remove.mutate({ params: { id: mail.id } }),
    text: t('reportMail.remove.text'),
    title: t('reportMail.remove.title'),
  }));
  const requests = [change, send, stop, remove];
  const failed = requests.find(({ error }) => error !== null);
  const isPending = requests.some((one) => one.isPending);
  const run = (work: () => void) => {
    for (const one of requests) one.reset();
    setSaved(false);
    work();
  };
  const columns: readonly Column<Mail>[] = [
    {
      head: t('reportMail.schedule'),
      cell: (mail) => (
        <>
          {scheduleText(mail)}
          <span className={c('second')}>
            {mail.is_paused ? (
              t('import.paused')
            ) : mail.next_at === null ? null : (
              <Rich parts={rich('reportMail.next', { time: <Moment at={mail.next_at} /> })} />
            )}
          </span>
        </>
      ),
    },
    {
      head: t('reportMail.report'),
      cell: ({ filters, owner }) => (
        <div className={c('below')}>
          <Muted>
            {filterTexts(filters, answer).join(' · ') || t('reportMail.all')}
            {owner && <span className={c('second')}>{t('reportMail.by', { name: owner.full_name })}</span>}
          </Muted>
        </div>
      ),
    },
    {
      head: t('reportMail.recipients'),
      cell: ({ recipients }) => (
        <div className={c('below')}>
          {recipients.map((one) => (
            <span className={c('only')} key={one.id}>
              <bdi>{one.full_name}</bdi>
              <span className={c('second')}>
                {mailStatusText(one.status)}
                {one.at !== null && one.status !== 'none' && (
                  <>
                    {' '}
                    <Moment at={one.at} />
                  </>
                )}
              </span>
              {one.error !== null && (
                <span className={c('second')} dir="ltr">
                  {one.error}
                </span>
              )}
            </span>
          ))}
          {recipients.length === 0 && <Muted>{t('reportMail.noRecipients')}</Muted>}
        </div>
      ),
    },
    {
      head: t('field.actions'),
      ownLine: true,
      cell: (mail) => {
        const label = (action: string) => t('reportMail.action', { action, schedule: scheduleText(mail) });
        const button = (text: string, onClick: () => void, needsMail = false) => (
          <SmallButton
            aria-label={label(text)}
            disabled={isPending || (needsMail && !sendsMail)}
            onClick={() => run(onClick)}
            variant="plain"
          >
            {text}
          </SmallButton>
        );
        const params = { id: mail.id };
        const pause = () =>
          change.mutate({ params, body: { is_paused: !mail.is_paused, version: mail.version } });
        return (
          <span className={c('actions', 'many')}>
            {mail.may_change && (
              <>
                {button(t('reportMail.edit'), () => setEdited(mail), true)}
                {button(t('reportMail.sendNow'), () => send.mutate({ params }), true)}
                {(!mail.is_paused || mail.recipients.length > 0) &&
                  button(mail.is_paused ? t('import.resume') : t('import.pause'), pause, true)}
                {button(t('action.remove'), () => openQuestion(mail))}
              </>
            )}
            {mail.recipients.some(({ id }) => id === user.id) &&
              button(t('reportMail.stop'), () => stop.mutate({ params }))}
          </span>
        );
      },
    },
  ];
  return (
    <Card beside={<SavedMark isSaved={isSaved} />} flush title={t('reportMails.title')}>
      <Banner text={failed?.error?.message ?? null} />
      {!sendsMail && (
        <div style={{ padding: 'var(--space-4)' }}>
          <NoMailServer />
        </div>
      )}
      <Rows
        caption={t('reportMails.title')}
        columns={columns}
        empty={t('reportMails.empty')}
        keyOf={({ id }) => id}
        rows={data}
      />
      <p style={{ margin: 0, padding: 'var(--space-3) var(--space-4)' }}>
        <Link to="/reports">{t('reportMails.new')}</Link>
      </p>
      {question}
      {edited && (
        <ReportMailForm
          compares={edited.compares}
          filters={edited.filters}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            setSaved(true);
          }}
          saved={edited}
        />
      )}
    </Card>
  );
}
