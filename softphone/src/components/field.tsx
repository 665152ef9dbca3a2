import expandMore from '@material-symbols/svg-400/rounded/keyboard_arrow_down.svg?raw';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '../design/classes.ts';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

const c = classes(styles);

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Stands inside the edge, before the text: a dial code. */
  readonly before?: ReactNode;
}

export function Field({ label, before, id, ...rest }: FieldProps) {
  const own = useId();
  return (
    <div className={c('field')}>
      <label className={c('label')} htmlFor={id ?? own}>
        {label}
      </label>
      <div className={c('edge')}>
        {before}
        <input className={c('input')} id={id ?? own} {...rest} />
      </div>
    </div>
  );
}

interface SelectProps extends ComponentProps<'select'> {
  readonly label: string;
}

export function Select({ label, children, ...rest }: SelectProps) {
  const id = useId();
  return (
    <div className={c('field')}>
      <label className={c('label')} htmlFor={id}>
        {label}
      </label>
      <div className={c('edge')}>
        <select className={c('input', 'select')} id={id} {...rest}>
          {children}
        </select>
        <span className={c('arrow')}>
          <Icon svg={expandMore} />
        </span>
      </div>
    </div>
  );
}
