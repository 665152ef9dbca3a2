/** Replaces `react-dom/client`. */
import { options } from 'preact';
import { createRoot as createPreactRoot } from 'preact/compat/client';

/**
 * React runs the effects of an event before the next one; Preact would wait for the next frame. A key pressed in between
 * would act on the previous state, and in a hidden tab, where there are no frames, the title would announce a ring late.
 */
options.requestAnimationFrame = queueMicrotask;

/** Preact moves elements with `moveBefore`, which keeps the focus. Not every browser has it. */
if (!('moveBefore' in Element.prototype)) {
  Object.assign(Element.prototype, {
    moveBefore(this: Element, node: Node, before: Node | null): void {
      const focused = document.activeElement;
      this.insertBefore(node, before);
      if (focused instanceof HTMLElement && node.contains(focused)) focused.focus({ preventScroll: true });
    },
  });
}

export const createRoot = createPreactRoot;
