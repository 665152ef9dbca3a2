import { classes } from '@offhook/design/classes';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import close from '@offhook/design/icons/close.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './panel.module.css';

const c = classes(styles);

interface Props {
  readonly title: string;
  /** Beside the title: a spinner, a word. */
  readonly beside?: ReactNode;
  /** In the title's row, before the close icon. */
  readonly choice?: ReactNode;
  /** Over the list, unmoved when it scrolls: its filters. */
  readonly top?: ReactNode;
  readonly onClose: () => void;
  /** Over the navigation, in the dock's place: one button, or a pager. */
  readonly footer?: ReactNode;
  /** Tables and lists are a card beside the phone, a list a narrower one; forms stand on its ground. */
  readonly kind: 'form' | 'table' | 'list';
  /** A field of the panel takes the focus instead of the title. */
  readonly focusesField?: boolean;
  readonly children: ReactNode;
}

/** Narrow, it is the stage; wide, it stands beside the phone. Takes the focus when it opens. */
export function Panel({ title, beside, choice, top, onClose, footer, kind, focusesField, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!focusesField) heading.current?.focus({ preventScroll: true });
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
