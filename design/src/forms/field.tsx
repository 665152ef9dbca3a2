import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icons/icon.tsx';
import expandMore from '../icons/keyboard_arrow_down.svg?raw';
import styles from './field.module.css';

const c = classes(styles);

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** ID of an element that screen readers read with the label. */
  readonly alsoNamedBy?: string | undefined;
  /** A list filter: less tall, with a visually hidden label. */
  readonly filter?: boolean;
}

export function Field({ label, before, after, filter, id, alsoNamedBy, ...rest }: FieldProps) {
  const fallbackId = useId();
  const labelId = useId();
  return (
    <div className={c('field', filter && 'filter')}>
      <label className={filter ? 'visually-hidden' : c('label')} htmlFor={id ?? fallbackId} id={labelId}>
        {label}
      </label>
      <div className={c('edge')}>
        {before}
        <input
          aria-labelledby={alsoNamedBy && `${labelId} ${alsoNamedBy}`}
          className={c('input')}
          id={id ?? fallbackId}
          {...rest}
        />
        {after}
      </div>
    </div>
  );
}

interface SelectProps extends ComponentProps<'select'> {
  readonly label: string;
  readonly icon?: string;
  readonly filter?: boolean;
}

export function Select({ label, icon, filter, children, ...rest }: SelectProps) {
  const id = useId();
  return (
    <div className={c('field', filter && 'filter')}>
      <label className={filter ? 'visually-hidden' : c('label')} htmlFor={id}>
        {label}
      </label>
      <div className={c('edge')}>
        {icon && (
          <span className={c('icon')}>
            <Icon svg={icon} />
          </span>
        )}
        <select className={c('input', 'select', icon && 'withIcon')} id={id} {...rest}>
          {children}
        </select>
        <span className={c('arrow')}>
          <Icon svg={expandMore} />
        </span>
      </div>
    </div>
  );
}
