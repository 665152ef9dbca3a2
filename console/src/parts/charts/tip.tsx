import { classes } from '@offhook/design/classes';
import { useLayoutEffect, useRef } from 'react';
import styles from './tip.module.css';

const c = classes(styles);

export interface Tipped {
  readonly title: string;
  readonly text: string;
  /** The element that the tip is about. */
  readonly element: Element;
}

/** Beside an element of its positioned parent. What it says is also the element's name, so screen readers don't need it. */
export function Tip({ title, text, element }: Tipped) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = tip.current;
    const around = box?.offsetParent;
    if (!box || !around) return;
    const outer = around.getBoundingClientRect();
    const { left, bottom, top, width } = element.getBoundingClientRect();
    const start = Math.min(Math.max(0, left - outer.left + width / 3), outer.width - box.offsetWidth);
    const below = bottom - outer.top + 8;
    const isRoom = below + box.offsetHeight <= outer.height + 24;
    box.style.left = `${start}px`;
    box.style.top = `${isRoom ? below : top - outer.top - box.offsetHeight - 8}px`;
  });
  return (
    <div aria-hidden="true" className={c('tip')} ref={tip}>
      <strong className={c('title')}>{title}</strong>
      <span>{text}</span>
    </div>
  );
}
