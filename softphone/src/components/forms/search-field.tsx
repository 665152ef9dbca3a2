import { classes } from '@offhook/design/classes';
import { Field } from '@offhook/design/forms/field.tsx';
import { Icon } from '@offhook/design/icons/icon.tsx';
import search from '@offhook/design/icons/search.svg?raw';
import { type Ref, useEffect, useState } from 'react';
import styles from './search-field.module.css';

const c = classes(styles);

const SEARCH_DEBOUNCE_MS = 300;

interface Props {
  readonly label: string;
  readonly searched: string;
  /** Called once typing pauses. */
  readonly onSearch: (text: string) => void;
  readonly field: Ref<HTMLInputElement>;
}

export function SearchField({ label, searched, onSearch, field }: Props) {
  const [text, setText] = useState(searched);
  useEffect(() => {
    if (text.trim() === searched) return;
    const timer = setTimeout(() => onSearch(text.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, searched, onSearch]);
  return (
    <Field
      aria-keyshortcuts="/"
      autoComplete="off"
      before={
        <span className={c('find')}>
          <Icon size={18} svg={search} />
        </span>
      }
      filter
      label={label}
      maxLength={100}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        // The first Escape clears the search, the second closes the panel.
        if (event.key !== 'Escape' || text === '') return;
        event.stopPropagation();
        setText('');
      }}
      placeholder={label}
      ref={field}
      type="text"
      value={text}
    />
  );
}
