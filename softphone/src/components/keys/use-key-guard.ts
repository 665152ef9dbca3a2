import { pressedKey } from '@offhook/design/keys/pressed-key';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { noteBeside } from '../frame/note-beside.ts';
import { ignoresKeys, KEY_GUARD_MS, type UnpromptedChange } from './key-rules.ts';

interface Moved extends UnpromptedChange {
  at: number;
  readonly held: Set<string>;
  /** Stays in every view, so its keys are still meant for it. */
  readonly note: EventTarget | null;
  /** The agent typed into a field that is gone: the rest of the text must not act as shortcuts. */
  readonly cutOff: boolean;
}

interface Guard {
  moved: Moved | null;
  readonly down: Set<string>;
  typedInto: Element | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Drops keys that were meant for the previous view. `data-keys-ignored` dims the key hints.
 * @param unpromptedChanges counts the unprompted view changes
 */
export function useKeyGuard(unpromptedChanges: number): void {
  const guard = useRef<Guard>({ moved: null, down: new Set(), typedInto: null, timer: undefined }).current;
  const first = useRef(unpromptedChanges);

  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const { code, type, target } = event;
      const { moved } = guard;
      const now = performance.now();
      const isIgnored = ignoresKeys(moved, now) && target !== moved?.note;
      if (type === 'keydown') {
        guard.down.add(code);
        guard.typedInto = pressedKey(event).on === 'field' ? (target as Element) : null;
        if (moved?.cutOff && isIgnored) moved.at = now;
      }
      if (type === 'keyup') {
        guard.down.delete(code);
        moved?.held.delete(code);
        showHints(guard);
      }
      // Leaves the browser's own shortcuts alone.
      const isOurShortcut = event.key === 'Enter' || /^[zk]$/i.test(event.key);
      if (!isIgnored || ((event.ctrlKey || event.metaKey || event.altKey) && !isOurShortcut)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Keys released outside the window send no event.
    const forget = () => {
      guard.down.clear();
      guard.moved?.held.clear();
      showHints(guard);
    };
    addEventListener('keydown', act, true);
    addEventListener('keyup', act, true);
    addEventListener('blur', forget);
    return () => {
      removeEventListener('keydown', act, true);
      removeEventListener('keyup', act, true);
      removeEventListener('blur', forget);
      clearTimeout(guard.timer);
      delete document.documentElement.dataset['keysIgnored'];
    };
  }, [guard]);

  useLayoutEffect(() => {
    if (unpromptedChanges === first.current) return;
    first.current = unpromptedChanges;
    guard.moved = {
      at: performance.now(),
      held: new Set(guard.down),
      note: noteBeside(),
      cutOff: guard.typedInto?.isConnected === false,
    };
    document.documentElement.dataset['keysIgnored'] = '';
    showHints(guard);
  }, [guard, unpromptedChanges]);
}

function showHints(guard: Guard): void {
  const { moved } = guard;
  const now = performance.now();
  clearTimeout(guard.timer);
  if (moved === null || !ignoresKeys(moved, now)) delete document.documentElement.dataset['keysIgnored'];
  // A held key shows them when it's released.
  else if (now - moved.at < KEY_GUARD_MS)
    guard.timer = setTimeout(() => showHints(guard), moved.at + KEY_GUARD_MS + 20 - now);
}
