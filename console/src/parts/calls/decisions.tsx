import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import { classes } from '@offhook/design/classes';
import minus from '@offhook/design/icons/do_not_disturb_on.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import ringVolume from '@offhook/design/icons/ring_volume-fill.svg?raw';
import { t } from '@offhook/i18n/console';
import styles from '../cards/entries.module.css';
import { Moment } from '../cards/moment.tsx';

const c = classes(styles);

const verdictName = (verdict: string) => (verdict === 'rung' ? t('call.rung') : t('call.notRung'));

/** Each routing decision, and its reason for each agent. */
export function Decisions({ decisions }: Pick<ConsoleCallDetail, 'decisions'>) {
  return (
    <ol className={c('entries')}>
      {decisions.map(({ at, outcome, agents }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call's decisions have no ID, and the list only grows at its end
        <li className={c('entry')} key={index}>
          <span className={c('name')}>{outcome}</span>
          <span className={c('detail')}>
            <Moment at={at} />
          </span>
          {agents.length > 0 && (
            <ul className={c('inner')}>
              {agents.map(({ user_id, full_name, verdict, reason }) => (
                <li className={c('verdict')} key={user_id}>
                  <span className={c(verdict)} title={verdictName(verdict)}>
                    <Icon svg={verdict === 'rung' ? ringVolume : minus} />
                    <span className="visually-hidden">{verdictName(verdict)}</span>
                  </span>
                  <span>
                    <bdi className={c('name')}>{full_name}</bdi>
                    <br />
                    <span className={c('detail')}>{reason}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
