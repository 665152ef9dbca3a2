import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import styles from './bones.module.css';

const c = classes(styles);

const COUNTS = { figures: 6, steps: 8, grid: 7, bars: 6, rows: 8, chart: 1 } as const;

/** A skeleton in the shape of what loads. */
export function Bones({ shape }: { readonly shape: keyof typeof COUNTS }) {
  return (
    <div className={c('bones', shape)} role="status">
      <span className="visually-hidden">{t('list.loading')}</span>
      {Array.from({ length: COUNTS[shape] }, (_, at) => at).map((at) => (
        <span className={c('bone')} key={at} />
      ))}
    </div>
  );
}
