import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Card } from '../cards/card.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import styles from './chart-card.module.css';
import { FigureTable } from './figure-table.tsx';

const c = classes(styles);

/** At the end of a card's head, without making it taller. */
export function CardActions({ children }: { readonly children: ReactNode }) {
  return <span className={c('actions')}>{children}</span>;
}

interface Props {
  readonly title: string;
  /** Beside "Show as table". */
  readonly end?: ReactNode;
  readonly table: Omit<ComponentProps<typeof FigureTable>, 'caption'>;
  /** The chart. */
  readonly children: ReactNode;
}

/** A chart, or the same data as a table. */
export function ChartCard({ title, end, table, children }: Props) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      end={
        <CardActions>
          {!asTable && end}
          <SmallButton onClick={() => setAsTable(!asTable)} variant="plain">
            {asTable ? t('reports.showAsChart') : t('reports.showAsTable')}
            <span className="visually-hidden">{t('reports.ofCard', { title })}</span>
          </SmallButton>
        </CardActions>
      }
      title={title}
    >
      {asTable ? <FigureTable caption={title} {...table} /> : children}
    </Card>
  );
}
