import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { isStrayClick } from './stray-click.ts';

export function useStrayClickGuard(view: string) {
  const seriesStartedAt = useRef(0);
  const viewChangedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it records when the view changed
  useLayoutEffect(() => {
    viewChangedAt.current = performance.now();
  }, [view]);
  return {
    onMouseDownCapture: (event: MouseEvent) => {
      if (event.detail <= 1) seriesStartedAt.current = event.timeStamp;
    },
    onClickCapture: (event: MouseEvent) => {
      const onDock = event.target instanceof Element && event.target.closest('[data-part="dock"]') !== null;
      if (!onDock || !isStrayClick(event.detail, seriesStartedAt.current, viewChangedAt.current)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
