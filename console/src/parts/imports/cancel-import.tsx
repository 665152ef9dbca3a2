import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { useId } from 'react';
import { SmallButton } from '../cards/small-button.tsx';
import styles from '../dialogs/dialog.module.css';
import { Dialog } from '../dialogs/dialog.tsx';

const c = classes(styles);

interface Props {
  readonly onCancel: (keepsLeads: boolean) => void;
  readonly onClose: () => void;
}

/** Asks what happens to the leads that were added already. */
export function CancelImport({ onCancel, onClose }: Props) {
  const id = useId();
  return (
    <Dialog describedBy={id} onClose={onClose} role="alertdialog" title={t('import.cancel.title')}>
      <p id={id}>{t('import.cancel.text')}</p>
      <div className={c('buttons')}>
        <SmallButton variant="quiet" onClick={onClose}>
          {t('action.close')}
        </SmallButton>
        <SmallButton variant="quiet" onClick={() => onCancel(true)}>
          {t('import.cancel.keep')}
        </SmallButton>
        <SmallButton variant="danger" onClick={() => onCancel(false)}>
          {t('import.cancel.remove')}
        </SmallButton>
      </div>
    </Dialog>
  );
}
