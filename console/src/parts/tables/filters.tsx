import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { t } from '@offhook/i18n/console';
import { type ReactNode, useState } from 'react';
import styles from './filters.module.css';

const c = classes(styles);

/** The filters of a list. Changing one goes back to the first page. */
export function useFilters<F extends Readonly<Record<string, string>>>(initial: F, restart: () => void) {
  const [values, setValues] = useState(initial);
  return {
    values,
    search: (values['search'] ?? '').trim(),
    filter: (name: keyof F & string) => ({
      value: values[name] ?? '',
      onText: (value: string) => {
        setValues((before) => ({ ...before, [name]: value }));
        restart();
      },
    }),
  };
}

export interface FilterProps {
  readonly value: string;
  readonly onText: (value: string) => void;
}

interface FiltersProps {
  /** More filters than fit one row. */
  readonly many?: boolean;
  readonly children: ReactNode;
}

export function Filters({ many, children }: FiltersProps) {
  return <div className={c(many ? 'grid' : 'row')}>{children}</div>;
}

interface SearchProps extends FilterProps {
  readonly placeholder: string;
  readonly maxLength?: number;
}

export function SearchFilter({ onText, ...field }: SearchProps) {
  return (
    <div className={c('search')}>
      <Field
        filter
        label={t('field.search')}
        onChange={({ target }) => onText(target.value)}
        type="search"
        {...field}
      />
    </div>
  );
}
