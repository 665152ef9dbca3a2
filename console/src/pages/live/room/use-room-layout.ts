import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

import { type Layout, layOutRoom, type Space, type Wanted } from '../../../core/room/layout.ts';

/** Fits the groups into the element's width and the rest of the window. */
export function useRoomLayout(element: RefObject<HTMLElement | null>, wanted: Omit<Wanted, 'space'>): Layout {
  const [space, setSpace] = useState<Space>({ width: 0, height: 0 });
  const before = useRef<Layout | null>(null);
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
  const layout = layOutRoom(before.current, { ...wanted, space });
  before.current = layout;
  return layout;
}
