import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

const c = classes(styles);

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | null;
  readonly filter?: boolean;
}

export function TextField({ label, value, onText, hint, error = null, ...rest }: Props) {
  const id = useId();
  const description = error ?? hint;
  return (
    <div className={c('field', error !== null && 'wrong')}>
      <Field
        aria-describedby={description ? id : undefined}
        aria-invalid={error !== null}
        label={label}
        onChange={({ target }) => onText(target.value)}
        value={value}
        {...rest}
      />
      {description && (
        <span className={c(error === null ? 'hint' : 'error')} id={id}>
          {description}
        </span>
      )}
    </div>
  );
}

interface AreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly hint?: string;
  /** At the other end of the label's line. */
  readonly beside?: ReactNode;
}

export function TextArea({ label, value, onText, hint, beside, ...rest }: AreaProps) {
  const id = useId();
  return (
    <div className={c('field')}>
      <div className={c('head')}>
        <label className={c('label')} htmlFor={id}>
          {label}
        </label>
        {beside}
      </div>
      <textarea
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={c('area')}
        id={id}
        onChange={({ target }) => onText(target.value)}
        rows={3}
        value={value}
        {...rest}
      />
      {hint && (
        <span className={c('hint')} id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
