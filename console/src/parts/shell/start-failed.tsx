import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { Mark } from '@offhook/design/identity/mark.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './start-failed.module.css';

const c = classes(styles);

interface Props {
  readonly title: string;
  readonly text: string;
  readonly action: string;
}

/** In place of the console if it can't start. Its texts are given: the catalogs may be what failed to load. */
export function StartFailed({ title, text, action }: Props) {
  return (
    <main className={c('page')}>
      <span className={c('mark')}>
        <Mark size={40} />
      </span>
      <h1 className={c('title')}>{title}</h1>
      <Banner text={text} />
      <SmallButton variant="primary" onClick={() => location.reload()}>
        {action}
      </SmallButton>
    </main>
  );
}
