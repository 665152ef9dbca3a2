import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import styles from './skeleton-page.module.css';

const c = classes(styles);

export function SkeletonPage() {
  return (
    <div className={c('page')} role="status">
      <span className="visually-hidden">{t('list.loading')}</span>
      <span className={c('card', 'large')} />
      <span className={c('card')} />
    </div>
  );
}
