import { classes } from '@offhook/design/classes';
import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { useSoughtCard } from './use-sought-card.ts';

const c = classes(styles);

interface Props {
  readonly title: string;
  /** Beside the title, such as a state. */
  readonly beside?: ReactNode;
  readonly end?: ReactNode;
  /** Rows extend from edge to edge. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, beside, end, flush, children }: Props) {
  const id = useId();
  const ref = useSoughtCard(title);
  return (
    <section aria-labelledby={id} className={c('card', flush && 'flush')} ref={ref}>
      <div className={c('head')}>
        <div className={c('name')}>
          <h2 className={c('title')} id={id}>
            {title}
          </h2>
          {beside !== undefined && <span className={c('beside')}>{beside}</span>}
        </div>
        {end !== undefined && <span className={c('end')}>{end}</span>}
      </div>
      {children}
    </section>
  );
}
