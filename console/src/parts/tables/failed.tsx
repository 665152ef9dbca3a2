import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/console';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './loaded.module.css';

const c = classes(styles);

interface Props {
  readonly error: string;
  readonly isRetrying: boolean;
  /** In a card whose rows extend from edge to edge. */
  readonly inset?: boolean | undefined;
  readonly onRetry: () => void;
}

/** Why something couldn't be loaded, with a retry. */
export function Failed({ error, isRetrying, inset, onRetry }: Props) {
  return (
    <div className={c('failed', inset && 'inset')}>
      <Banner text={error} />
      <SmallButton disabled={isRetrying} variant="quiet" onClick={onRetry}>
        {t('action.tryAgain')}
      </SmallButton>
    </div>
  );
}
