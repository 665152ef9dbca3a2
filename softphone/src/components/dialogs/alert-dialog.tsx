import { classes } from '@offhook/design/classes';
import { t } from '@offhook/i18n/phone';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../buttons/button.tsx';
import { takeFocus } from '../frame/take-focus.ts';
import styles from './alert-dialog.module.css';

const c = classes(styles);

interface Props {
  readonly text: string;
  readonly details?: string | null;
  /** Text to copy by hand. Focusing it selects all of it. */
  readonly copy?: { readonly name: string; readonly text: string } | null;
  readonly onClose: () => void;
}

/** Not modal, so that a ring can be answered first. Unlike `window.alert`, it doesn't block timers. */
export function AlertDialog({ text, details = null, copy = null, onClose }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    takeFocus(button.current);
    return () => {
      if (before instanceof HTMLElement && before.isConnected) takeFocus(before);
    };
  }, []);
  return (
    <div
      aria-labelledby={id}
      className={c('dialog')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      role="alertdialog"
    >
      <p className={c('text')} id={id}>
        {text}
      </p>
      {details !== null && <blockquote className={c('words')}>{details}</blockquote>}
      {copy && (
        <textarea
          aria-label={copy.name}
          className={c('words')}
          onFocus={({ target }) => target.select()}
          readOnly
          rows={6}
          value={copy.text}
        />
      )}
      <Button variant="primary" onClick={onClose} ref={button}>
        {t('alert.ok')}
      </Button>
    </div>
  );
}
