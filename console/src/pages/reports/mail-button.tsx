import mail from '@offhook/design/icons/mail.svg?raw';
import { t } from '@offhook/i18n/console';
import { Link, useNavigate } from 'react-router';
import { type ReportView, toReportQuery } from '../../core/reports/address.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { ReportMailForm, SAVED_REPORT_MAIL } from '../../parts/report-mails/report-mail-form.tsx';

const LIST = '/reports/mails';

/** Sends the report with these filters by mail, on a schedule. */
export function MailButton({ view }: { readonly view: ReportView }) {
  const navigate = useNavigate();
  return (
    <DialogButton
      dialog={(close) => (
        <ReportMailForm
          beside={<Link to={LIST}>{t('reportMails.title')}</Link>}
          compares={view.before !== null}
          filters={toReportQuery(view)}
          onClose={close}
          onSaved={() => void navigate(LIST, { state: SAVED_REPORT_MAIL })}
          saved={null}
        />
      )}
      icon={mail}
      variant="quiet"
    >
      {t('reportMail.button')}
    </DialogButton>
  );
}
