import { classes } from '@offhook/design/classes';
import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../buttons/button.tsx';
import { takeFocus } from '../frame/take-focus.ts';
import styles from './alert-dialog.module.css';

const c = classes(styles);

interface Props {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly inline?: boolean;
}

/** Not modal, because a ring takes precedence. Escape means no. */
export function QuestionDialog({ text, yes, no, onYes, onNo, inline }: Props) {
  const dialog = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    takeFocus(button.current);
    return () => {
      // Typing in a field also closes some questions; the focus then stays in that field.
      if (!element?.contains(document.activeElement)) return;
      if (before instanceof HTMLElement && before.isConnected) takeFocus(before);
    };
  }, []);
  return (
    <div
      aria-labelledby={id}
      className={c('dialog', inline && 'inline')}
      onKeyDown={(event) => {
        // Keeps the view's shortcuts from firing.
        event.stopPropagation();
        event.nativeEvent.stopImmediatePropagation();
        if (event.key === 'Escape') onNo();
      }}
      ref={dialog}
      role="alertdialog"
    >
      <p className={c('text')} id={id}>
        {text}
      </p>
      <div className={c('choices')}>
        <Button variant="quiet" onClick={onNo} ref={button}>
          {no}
        </Button>
        <Button variant="danger" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </div>
  );
}
