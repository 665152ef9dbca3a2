import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type Fit, fitRoom, type Size } from '../../../core/room/columns.ts';

interface Space {
  readonly width: number;
  readonly height: number;
}

/** The columns and the height of tiles that fit the element's width and the rest of the window. */
export function useRoomFit(element: RefObject<HTMLElement | null>, sizes: readonly Size[]): Fit {
  const [space, setSpace] = useState<Space>({ width: 0, height: 0 });
  const before = useRef<Fit | null>(null);
  useLayoutEffect(() => {
    const room = element.current;
    if (!room) return;
    const measure = () => {
      const { top, width } = room.getBoundingClientRect();
      // The page below the navigation may be scrolled.
      const height = Math.floor(innerHeight - top - scrollY);
      const next = { width: Math.floor(width), height };
      setSpace((old) => (old.width === next.width && old.height === next.height ? old : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [element]);
  const fit = fitRoom({ ...space, sizes }, before.current);
  before.current = fit;
  return fit;
}
