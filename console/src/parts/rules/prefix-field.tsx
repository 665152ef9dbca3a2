import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import styles from './prefix-field.module.css';

const c = classes(styles);

interface Props {
  readonly label: string;
  readonly prefix: string;
  readonly isWrong: boolean;
  readonly onChange: (fields: { readonly prefix: string }) => void;
}

export function PrefixField({ label, prefix, isWrong, onChange }: Props) {
  return (
    <div className={c('prefix')}>
      <Field
        aria-invalid={isWrong}
        dir="ltr"
        filter
        inputMode="tel"
        label={label}
        onChange={({ target }) => onChange({ prefix: target.value })}
        value={prefix}
      />
    </div>
  );
}
