import { hasPermission } from '@offhook/contract/accounts/permissions';
import type { Report } from '@offhook/contract/console/report-entities';
import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { formatMoney, formatNumber } from '@offhook/i18n/formats';
import { lazy, Suspense, useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { Card } from '../../parts/cards/card.tsx';
import { SmallButton } from '../../parts/cards/small-button.tsx';
import { CardActions } from '../../parts/charts/chart-card.tsx';
import { FigureTable } from '../../parts/charts/figure-table.tsx';
import styles from './report-cards.module.css';

const c = classes(styles);
const RatesDialog = lazy(() => import('./rates-dialog.tsx'));

/** Rates are fractions of a cent. */
const RATE_DIGITS = 4;

export function CostCard({ report: { cost, current } }: { readonly report: Report }) {
  const { user } = useConsole();
  const [isEditing, setEditing] = useState(false);
  const { currency, items, total } = cost;
  const rows = items.map(({ item, quantity, rate, amount }) => ({
    key: item,
    cells: [
      t(`reports.cost.${item}`),
      formatNumber(quantity),
      formatMoney(rate, currency, RATE_DIGITS),
      formatMoney(amount, currency),
    ] as const,
  }));
  const totalRow = {
    key: 'total',
    cells: [
      t('reports.cost.total'),
      t('reports.cost.minutes', { minutes: current.minutes }),
      '',
      <strong key="total">{formatMoney(total, currency)}</strong>,
    ] as const,
  };
  return (
    <Card
      end={
        hasPermission(user, 'admin') && (
          <CardActions>
            <SmallButton onClick={() => setEditing(true)} variant="plain">
              {t('reports.rates.edit')}
            </SmallButton>
          </CardActions>
        )
      }
      title={t('reports.cost')}
    >
      <FigureTable
        caption={t('reports.cost')}
        heads={[
          t('reports.cost.item'),
          t('reports.cost.quantity'),
          t('reports.cost.rate'),
          t('reports.cost.amount'),
        ]}
        rows={[...rows, totalRow]}
      />
      <p className={c('hint')}>{t('reports.cost.hint')}</p>
      {isEditing && (
        <Suspense fallback={null}>
          <RatesDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Card>
  );
}
