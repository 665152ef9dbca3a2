import { classes } from '@offhook/design/classes';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { noteBeside } from './note-beside.ts';
import styles from './screen.module.css';
import { takeFocus } from './take-focus.ts';

const c = classes(styles);

interface ScreenProps {
  readonly view: string;
  readonly labelledBy: string;
  readonly describedBy?: string;
  readonly role?: 'alertdialog';
  readonly focusesField?: boolean;
  readonly children: ReactNode;
}

/** Takes the focus, which would otherwise be lost with the previous view, unless the agent writes a note. */
export function Screen({ view, labelledBy, describedBy, role, focusesField, children }: ScreenProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!focusesField && noteBeside() === null) takeFocus(element.current);
  }, [focusesField]);
  // A focused button that is disabled or removed loses the focus, possibly only after this frame.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const at = document.activeElement;
      if (at === document.body || at?.matches(':disabled')) takeFocus(element.current);
    });
    return () => cancelAnimationFrame(frame);
  });
  const spoken = {
    role: role ?? 'group',
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
  };
  return (
    <div {...spoken} className={c('screen')} data-view={view} ref={element} tabIndex={-1}>
      {children}
    </div>
  );
}

interface ContentProps {
  readonly children: ReactNode;
  readonly centered?: boolean;
  readonly dockless?: boolean;
  /** Has its own buttons at the bottom, in place of dock and foot. */
  readonly footless?: boolean;
}

/** Focusable while it overflows, so that the keyboard can scroll it. */
export function Content({ children, centered, dockless, footless }: ContentProps) {
  const element = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const content = element.current;
    if (!content) return;
    const measure = () => setScrolls(content.scrollHeight > content.clientHeight);
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    for (const child of content.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      className={c('content', centered && 'centered', dockless && 'dockless', footless && 'footless')}
      data-part="content"
      ref={element}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </div>
  );
}

interface RowProps {
  /** `thirds`: a narrow back button and a wide main button. */
  readonly layout?: 'thirds' | 'halves' | 'whole';
  readonly children?: ReactNode;
}

export function Dock({ layout = 'thirds', children }: RowProps) {
  return (
    <div className={c('dock', layout)} data-part="dock">
      {children}
    </div>
  );
}

export function Foot({ children, kind, layout = 'thirds' }: RowProps & { readonly kind: 'keys' | 'plain' }) {
  return (
    <div className={c('foot', kind, kind === 'keys' && layout)} data-part="foot">
      {children}
    </div>
  );
}
