import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import type { LeadView } from '../core/lead/lead-view.ts';
import styles from './lead.module.css';
import { ScriptSteps } from './script-steps.tsx';

const c = classes(styles);

interface Props {
  readonly script: LeadView['script'] & object;
  readonly current: number;
  readonly onCurrent: (step: number) => void;
}

export function ScriptCard({ script, current, onCurrent }: Props) {
  return (
    <section aria-label={t('lead.script')} className={c('card', 'flush')}>
      <div className={c('cardHead')}>
        <h3>{script.title ?? t('lead.script')}</h3>
        <span className={c('aside')}>{t('lead.scriptOf', { team: script.team })}</span>
      </div>
      <ScriptSteps current={current} onCurrent={onCurrent} script={script} />
    </section>
  );
}
