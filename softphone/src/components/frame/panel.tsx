import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './panel.module.css';
import { takeFocus } from './take-focus.ts';

const c = classes(styles);

interface Props {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly choice?: ReactNode;
  /** Doesn't scroll with the list. */
  readonly top?: ReactNode;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  /** In a wide window, tables and lists are a card; forms have no background. */
  readonly kind: 'form' | 'table' | 'list';
  readonly focusesField?: boolean;
  readonly children: ReactNode;
}

/** Covers the content in a narrow window; beside the phone in a wide one. */
export function Panel({ title, beside, choice, top, onClose, footer, kind, focusesField, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!focusesField) takeFocus(heading.current);
  }, [focusesField]);
  return (
    <section aria-labelledby={titleId} className={c('panel', kind)} data-panel={kind}>
      <div className={c('head')}>
        <h2 className={c('title')} id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {beside}
        <span className={c('end')}>
          {choice}
          <IconButton aria-keyshortcuts="Escape" icon={close} name={t('common.close')} onClick={onClose} />
        </span>
      </div>
      <div className={c('sheet')}>
        {top && <div className={c('top')}>{top}</div>}
        <div className={c('body')}>{children}</div>
        {footer && <div className={c('footer')}>{footer}</div>}
      </div>
    </section>
  );
}
