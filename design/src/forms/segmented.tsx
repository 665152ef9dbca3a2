import { useId } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import styles from './segmented.module.css';
import { useRerender } from './use-rerender.ts';

const c = classes(styles);

export interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon: string;
}

interface Props<V extends string> {
  readonly name: string;
  readonly choices: readonly Choice<V>[];
  readonly chosen: V;
  readonly onChoose: (value: V) => void;
  readonly tight?: boolean;
  /** Equal shares of the whole width, without icons. */
  readonly fills?: boolean;
}

export function Segmented<V extends string>({ name, choices, chosen, onChoose, tight, fills }: Props<V>) {
  const group = useId();
  const rerender = useRerender();
  return (
    <div aria-label={name} className={c('group', tight && 'tight', fills && 'fills')} role="radiogroup">
      {choices.map(({ value, label, icon }) => (
        <label className={c('choice', value === chosen && 'chosen')} key={value}>
          <input
            checked={value === chosen}
            className={c('radio')}
            name={group}
            onChange={() => {
              onChoose(value);
              rerender();
            }}
            type="radio"
            value={value}
          />
          <Icon svg={icon} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
