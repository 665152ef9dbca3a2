import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Button } from '../components/buttons/button.tsx';
import styles from './login.module.css';

const c = classes(styles);

/** The phone itself could not be fetched or drawn. A call outlives the reload. */
export function Broken() {
  return (
    <main className={c('login')} data-view="broken">
      <span />
      <div className={c('form')}>
        <Banner text="Something went wrong. Please reload the page." />
        <Button look="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </main>
  );
}
