import { REPORT_TABLES } from '@offhook/contract/console/report-entities';
import { classes } from '@offhook/design/classes';
import download from '@offhook/design/icons/download.svg?raw';
import { t } from '@offhook/i18n/console';
import { reportTableName } from '../../core/reports/report-tables.ts';
import { SmallLink } from '../../parts/cards/small-button.tsx';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { PlainDialog } from '../../parts/dialogs/plain-dialog.tsx';
import styles from './export-button.module.css';

const c = classes(styles);

/** @param file the address of all figures, with the page's period and filters */
export function ExportButton({ file }: { readonly file: string }) {
  return (
    <DialogButton
      dialog={(close) => (
        <PlainDialog action={t('action.done')} onClose={close} title={t('reports.export.title')}>
          <p className={c('text')}>{t('reports.export.text')}</p>
          <ul className={c('files')}>
            {REPORT_TABLES.map((table) => (
              <li key={table}>
                <SmallLink download href={`${file}&table=${table}`} icon={download} variant="plain">
                  {reportTableName(table)}
                </SmallLink>
              </li>
            ))}
          </ul>
          <p className={c('text')}>{t('reports.export.all.text')}</p>
          <div className={c('files')}>
            <SmallLink download href={file} icon={download} variant="plain">
              {t('reports.export.all')}
            </SmallLink>
          </div>
        </PlainDialog>
      )}
      icon={download}
      variant="quiet"
    >
      {t('list.export')}
    </DialogButton>
  );
}
