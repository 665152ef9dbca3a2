import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import styles from './prefix-field.module.css';

const c = classes(styles);

interface Props {
  readonly label: string;
  readonly prefix: string;
  readonly onChange: (fields: { readonly prefix: string }) => void;
}

export function PrefixField({ label, prefix, onChange }: Props) {
  return (
    <div className={c('prefix')}>
      <Field
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
