import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { isStrayClick } from './stray-click.ts';

const NEVER = Number.POSITIVE_INFINITY;

export function useStrayClickGuard(view: string) {
  const seriesStartedAt = useRef(0);
  /** A screen reader's click has no press. */
  const pressedAt = useRef(NEVER);
  const viewChangedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it records when the view changed
  useLayoutEffect(() => {
    viewChangedAt.current = performance.now();
  }, [view]);
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      pressedAt.current = event.timeStamp;
    },
    onMouseDownCapture: (event: MouseEvent) => {
      if (event.detail <= 1) seriesStartedAt.current = event.timeStamp;
    },
    onClickCapture: (event: MouseEvent) => {
      const { target, detail } = event;
      const isGuarded =
        target instanceof Element && target.closest('[data-part="dock"], [data-tiles]') !== null;
      const firstPressedAt = Math.min(pressedAt.current, detail > 1 ? seriesStartedAt.current : NEVER);
      pressedAt.current = NEVER;
      if (!isGuarded || !isStrayClick(detail, firstPressedAt, viewChangedAt.current)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
