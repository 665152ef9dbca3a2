import { t } from '@offhook/i18n/login';
import type { MouseEvent } from 'react';
import { classes } from '../classes.ts';
import chevronLeft from '../icons/chevron_left.svg?raw';
import chevronRight from '../icons/chevron_right.svg?raw';
import { Icon } from '../icons/icon.tsx';
import styles from './pager.module.css';

const c = classes(styles);

interface Props {
  readonly page: number;
  /** Null while unknown. */
  readonly lastPage: number | null;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
}

export function Pager({ page, lastPage, hasNext, onPage }: Props) {
  const link = (text: string, target: number, enabled: boolean) => ({
    'aria-disabled': !enabled,
    className: c('link'),
    children: text,
    /* Paging adds no entry to the browser's history. */
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      if (enabled) onPage(target);
    },
  });
  const previous = link(t('pager.previous'), page - 1, page > 1);
  const next = link(t('pager.next'), page + 1, hasNext);
  return (
    <nav aria-label={t('pager.label')} className={c('pager')}>
      <a href="/" {...previous}>
        <Icon mirrors svg={chevronLeft} />
        {previous.children}
      </a>
      {lastPage !== null && (
        <span className={c('count')} dir="ltr">
          {page} / {lastPage}
        </span>
      )}
      <a href="/" {...next}>
        {next.children}
        <Icon mirrors svg={chevronRight} />
      </a>
    </nav>
  );
}
