import { useEffect, useLayoutEffect, useRef } from 'react';
import { ignoresKeys, KEY_GUARD_MS, type MovedView } from './key-rules.ts';

/**
 * Drops keys that were meant for the previous view. `data-deaf` dims the key hints.
 * @param moves counts the unprompted view changes
 */
export function useKeyGuard(moves: number): void {
  const moved = useRef<(MovedView & { readonly held: Set<string> }) | null>(null);
  const down = useRef(new Set<string>());
  const first = useRef(moves);

  useEffect(() => {
    const root = document.documentElement;
    const show = () => {
      if (!ignoresKeys(moved.current, performance.now())) delete root.dataset['deaf'];
    };
    const guard = (event: KeyboardEvent) => {
      const { code, type } = event;
      const isIgnored = ignoresKeys(moved.current, performance.now());
      if (type === 'keydown') down.current.add(code);
      if (type === 'keyup') {
        down.current.delete(code);
        moved.current?.held.delete(code);
        show();
      }
      // Leaves the browser's own shortcuts alone.
      const isOurShortcut = event.key === 'Enter' || event.key.toLowerCase() === 'z';
      if (!isIgnored || ((event.ctrlKey || event.metaKey || event.altKey) && !isOurShortcut)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Keys released outside the window send no event.
    const forget = () => {
      down.current.clear();
      moved.current?.held.clear();
      show();
    };
    addEventListener('keydown', guard, true);
    addEventListener('keyup', guard, true);
    addEventListener('blur', forget);
    return () => {
      removeEventListener('keydown', guard, true);
      removeEventListener('keyup', guard, true);
      removeEventListener('blur', forget);
      delete root.dataset['deaf'];
    };
  }, []);

  useLayoutEffect(() => {
    if (moves === first.current) return;
    first.current = moves;
    moved.current = { at: performance.now(), held: new Set(down.current) };
    document.documentElement.dataset['deaf'] = '';
    const timer = setTimeout(() => {
      if (!ignoresKeys(moved.current, performance.now())) delete document.documentElement.dataset['deaf'];
    }, KEY_GUARD_MS + 20);
    return () => clearTimeout(timer);
  }, [moves]);
}
