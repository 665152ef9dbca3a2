import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/console';
import { Card } from '../../parts/cards/card.tsx';
import { Bones } from '../../parts/charts/bones.tsx';
import styles from './report-cards.module.css';

const c = classes(styles);

export function ReportSkeleton() {
  return (
    <div className={c('report')}>
      <Bones shape="figures" />
      <div className={c('cards')}>
        <Card title={t('speed.title')}>
          <Bones shape="steps" />
        </Card>
        <Card title={t('reports.heat')}>
          <Bones shape="grid" />
        </Card>
        <Card title={t('reports.outcomes')}>
          <Bones shape="bars" />
        </Card>
        <Card title={t('agents.title')}>
          <Bones shape="rows" />
        </Card>
      </div>
    </div>
  );
}
