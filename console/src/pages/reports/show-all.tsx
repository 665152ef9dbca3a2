import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { CardActions } from '../../parts/charts/chart-card.tsx';
import styles from './report-cards.module.css';

const c = classes(styles);

interface Props {
  readonly all: number;
  /** Says how many are shown. */
  readonly counts?: boolean;
  readonly shown: number;
  readonly limit: number;
  readonly showsAll: boolean;
  readonly onShow: (all: boolean) => void;
}

/** 'Showing 8 of 24' and 'Show all'. */
export function ShowAll({ all, counts, shown, limit, showsAll, onShow }: Props) {
  if (all <= limit) return null;
  return (
    <CardActions>
      {counts && !showsAll && <span className={c('aside')}>{t('reports.showing', { shown, all })}</span>}
      <SmallButton onClick={() => onShow(!showsAll)} variant="plain">
        {showsAll ? t('reports.showFewer') : t('reports.showAll')}
      </SmallButton>
    </CardActions>
  );
}
