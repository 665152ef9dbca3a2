import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/phone';
import styles from './load-failed.module.css';

const c = classes(styles);

interface Props {
  readonly error: { readonly message: string } | null;
  readonly onRetry: () => unknown;
}

/** Shows nothing without an error. */
export function LoadFailed({ error, onRetry }: Props) {
  if (error === null) return null;
  return (
    <div className={c('failed')}>
      <Banner text={error.message} />
      <button className={c('again')} onClick={() => void onRetry()} type="button">
        {t('common.tryAgain')}
      </button>
    </div>
  );
}
