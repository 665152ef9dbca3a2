import { useEffect, useLayoutEffect, useRef } from 'react';
import { ignoresKeys, KEY_GUARD_MS, type UnpromptedChange } from './key-rules.ts';

/**
 * Drops keys that were meant for the previous view. `data-keys-ignored` dims the key hints.
 * @param unpromptedChanges counts the unprompted view changes
 */
export function useKeyGuard(unpromptedChanges: number): void {
  const moved = useRef<(UnpromptedChange & { readonly held: Set<string> }) | null>(null);
  const down = useRef(new Set<string>());
  const first = useRef(unpromptedChanges);

  useEffect(() => {
    const root = document.documentElement;
    const show = () => {
      if (!ignoresKeys(moved.current, performance.now())) delete root.dataset['keysIgnored'];
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
      const isOurShortcut = event.key === 'Enter' || /^[zk]$/i.test(event.key);
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
      delete root.dataset['keysIgnored'];
    };
  }, []);

  useLayoutEffect(() => {
    if (unpromptedChanges === first.current) return;
    first.current = unpromptedChanges;
    moved.current = { at: performance.now(), held: new Set(down.current) };
    document.documentElement.dataset['keysIgnored'] = '';
    const timer = setTimeout(() => {
      if (!ignoresKeys(moved.current, performance.now()))
        delete document.documentElement.dataset['keysIgnored'];
    }, KEY_GUARD_MS + 20);
    return () => clearTimeout(timer);
  }, [unpromptedChanges]);
}
