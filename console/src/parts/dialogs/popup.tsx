import { classes } from '@offhook/design/classes';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import styles from './popup.module.css';

const c = classes(styles);

/** The chosen entry of a list, or the first field. */
const FIRST_FOCUS = ':is([aria-current],select,input)';

interface Props {
  /** Names the panel. */
  readonly label: string;
  /** What the button shows. */
  readonly shows: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a small panel below it. Escape, a click outside and leaving it with Tab close it. */
export function Popup({ label, shows, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useEffect(() => {
    const element = around.current;
    if (!isOpen || !element) return;
    (panel.current?.querySelector<HTMLElement>(FIRST_FOCUS) ?? panel.current)?.focus();
    const closeOutside = (target: EventTarget | null) => {
      if (target instanceof Node && !element.contains(target)) setOpen(false);
    };
    const point = ({ target }: PointerEvent) => closeOutside(target);
    const leave = ({ relatedTarget }: FocusEvent) => closeOutside(relatedTarget);
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('pointerdown', point);
    element.addEventListener('focusout', leave);
    element.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('pointerdown', point);
      element.removeEventListener('focusout', leave);
      element.removeEventListener('keydown', press);
    };
  }, [isOpen, close]);
  return (
    <div className={c('popup')} ref={around}>
      <button
        aria-controls={isOpen ? id : undefined}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className={c('button')}
        onClick={() => setOpen(!isOpen)}
        ref={button}
        type="button"
      >
        {shows}
      </button>
      {isOpen && (
        <div aria-label={label} className={c('panel')} id={id} ref={panel} role="dialog" tabIndex={-1}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
