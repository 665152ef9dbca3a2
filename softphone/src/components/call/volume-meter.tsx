import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { BARS } from '../../core/phone-text.ts';
import styles from './volume-meter.module.css';

const c = classes(styles);
const steps = Array.from({ length: BARS }, (_, index) => index + 1);

interface Props {
  readonly name: string;
  readonly icon: string;
  /** Lit bars, 0 to 5. */
  readonly lit: number;
  readonly text?: string;
}

export function VolumeMeter({ name, icon, lit, text }: Props) {
  return (
    <div className={c('meter')}>
      <Icon size={24} svg={icon} />
      {/* biome-ignore lint/a11y/useSemanticElements: the element of that name cannot hold five bars */}
      <div
        aria-label={name}
        aria-valuemax={BARS}
        aria-valuemin={0}
        aria-valuenow={lit}
        aria-valuetext={text}
        className={c('bars')}
        role="meter"
      >
        {steps.map((step) => (
          <span className={c('bar', `step${step}`, step <= lit && 'lit')} data-lit={step <= lit} key={step} />
        ))}
      </div>
    </div>
  );
}
