import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/login';
import { Button } from '../components/buttons/button.tsx';
import styles from './login.module.css';

const c = classes(styles);

/** A call survives the reload. */
export function BrokenScreen() {
  return (
    <main className={c('login')} data-view="broken">
      <span />
      <div className={c('form')}>
        <Banner text={t('error.reload')} />
        <Button variant="primary" onClick={() => location.reload()}>
          {t('page.reload')}
        </Button>
      </div>
    </main>
  );
}
