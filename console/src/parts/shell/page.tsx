import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import chevron from '@offhook/design/icons/chevron_right.svg?raw';
import { Icon } from '@offhook/design/icons/icon.tsx';
import { t } from '@offhook/i18n/console';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './page.module.css';

const c = classes(styles);

/** The pages above a page, outermost first. */
export type Parents = readonly { readonly label: string; readonly to: string }[];

interface Props {
  readonly title: string;
  readonly parents?: Parents;
  readonly beside?: ReactNode;
  /** At the end of the title's row, such as filters or a `SaveBar`. */
  readonly end?: ReactNode;
  /** Shown above the content, which stays. */
  readonly error?: string | null;
  readonly children: ReactNode;
}

/** After navigation, focus goes to the title; on the first page it stays at the top of the document. */
let moved = false;

export function Page({ title, parents = [], beside, end, error = null, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true });
    moved = true;
  }, []);
  const documentTitle = t('document.title', { page: title });
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <>
      <div className={c('head')}>
        <div className={c('titles')}>
          {parents.length > 0 && (
            <nav aria-label={t('shell.breadcrumb')} className={c('parents')}>
              {parents.map(({ label, to }) => (
                <span className={c('parent')} key={to}>
                  <Link to={to}>{label}</Link>
                  <Icon mirrors svg={chevron} />
                </span>
              ))}
            </nav>
          )}
          <h1 className={c('title')} ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {beside !== undefined && <span className={c('beside')}>{beside}</span>}
        </div>
        {end !== undefined && <div className={c('end')}>{end}</div>}
      </div>
      {error !== null && (
        <div className={c('error')}>
          <Banner text={error} />
        </div>
      )}
      {children}
    </>
  );
}
