import { classes } from '@offhook/design/classes';
import optionalIcon from '@offhook/design/icons/check_circle.svg?raw';
import doneIcon from '@offhook/design/icons/check_circle-fill.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import todoIcon from '@offhook/design/icons/schedule.svg?raw';
import { t } from '@offhook/i18n/console';
import type { ReactNode } from 'react';
import { STEPS, type Step, type StepState } from '../../core/set-up/steps.ts';
import { Card } from '../cards/card.tsx';
import styles from './set-up.module.css';
import type { SetUpLists } from './use-set-up-lists.ts';

const c = classes(styles);

const ICONS: Readonly<Record<StepState, string>> = { done: doneIcon, optional: optionalIcon, todo: todoIcon };

export interface StepProps {
  readonly lists: SetUpLists;
  readonly state: StepState;
  /** The first one left to do, whose button is the page's primary one. */
  readonly isNext: boolean;
}

interface Props {
  readonly step: Step;
  readonly state: StepState;
  /** The step's buttons. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

function titleOf(step: Step): string {
  const title = t(`setUp.${step}`);
  return step === 'hours' ? title : t('setUp.step', { step: STEPS.indexOf(step) + 1, title });
}

export function StepCard({ step, state, end, children }: Props) {
  return (
    <li>
      <Card
        beside={
          <span className={c('state', state)}>
            <Icon svg={ICONS[state]} />
            {t(`setUp.state.${state}`)}
          </span>
        }
        end={end}
        title={titleOf(step)}
      >
        <div className={c('body')}>{children}</div>
      </Card>
    </li>
  );
}
