import { t } from '@offhook/i18n/voice-page';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={onClose}>
      <header class="title">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="quiet small" onClick={() => dialog.current?.close()}>
          {t('control.close')}
        </button>
      </header>
      {children}
    </dialog>
  );
}
