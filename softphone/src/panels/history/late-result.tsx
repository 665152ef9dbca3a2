import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { t } from '@offhook/i18n/phone';
import { Panel } from '../../components/frame/panel.tsx';
import { banner } from '../../core/screen/ringing/alerts.ts';
import type { WaitingPanel } from '../../core/screen/screen-state.ts';
import { usePhone } from '../../phone-context.tsx';
import { ResultChoices } from '../../screens/result/result-choices.tsx';
import styles from './late-result.module.css';

const c = classes(styles);

/** Shown as a panel, so that rings can still appear. */
export function LateResult({ about, sending }: Extract<WaitingPanel, { name: 'result' }>) {
  const { state, send } = usePhone();
  return (
    <Panel kind="form" onClose={() => send({ type: 'panelClosed' })} title={t('result.title')}>
      <div className={c('body')}>
        <p className={c('about')}>{about}</p>
        <Banner text={banner(state)} />
        <ResultChoices
          about={about}
          disabled={sending !== null}
          onChoose={(result) => send({ type: 'resultChosen', result })}
        />
      </div>
    </Panel>
  );
}
