import { classes } from '@offhook/design/classes';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './dialog.module.css';

const c = classes(styles);

interface Props {
  readonly title: string;
  readonly role?: 'alertdialog';
  /** Id of the element that a screen reader reads after the title. */
  readonly describedBy?: string;
  /** Escape closes the dialog; a click outside does not. */
  readonly onClose: () => void;
  /** Room for two columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog. The browser focuses its first control, makes the page inert, and returns focus afterwards. */
export function Dialog({ title, role, describedBy, onClose, wide, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const unlockScroll = lockScroll();
    element?.showModal();
    return () => {
      unlockScroll();
      element?.close();
    };
  }, []);
  return createPortal(
    <dialog
      aria-describedby={describedBy}
      aria-labelledby={titleId}
      className={c('dialog', wide && 'wide')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      ref={dialog}
      role={role}
    >
      <h2 className={c('title')} id={titleId}>
        {title}
      </h2>
      {children}
    </dialog>,
    document.body,
  );
}

/** Stops the page from scrolling, and keeps its width without a scrollbar. */
function lockScroll(): () => void {
  const { clientWidth, style } = document.documentElement;
  if (clientWidth < innerWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  return () => {
    style.scrollbarGutter = '';
    style.overflow = '';
  };
}
