import { ErrorBoundary } from '@offhook/design/feedback/boundary.tsx';
import { t } from '@offhook/i18n/console';
import { lazy, Suspense } from 'react';
import { Notice } from '../shell/notice.tsx';
import { Bones } from './bones.tsx';
import type { ChartColumn } from './columns-chart.tsx';

const ColumnsChart = lazy(() => import('./columns-chart.tsx'));

interface Props {
  readonly caption: string;
  readonly columns: readonly ChartColumn[];
}

/** A chart whose library is loaded when it is first shown. Without it, the table still has the figures. */
export function LateChart(props: Props) {
  return (
    <ErrorBoundary fallback={<Notice text={t('reports.chartNotLoaded')} />}>
      <Suspense fallback={<Bones shape="chart" />}>
        <ColumnsChart {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
