import { useEffect, useRef } from 'preact/hooks';

export interface Shortcuts {
  readonly next: () => void;
  readonly previous: () => void;
  readonly open: () => void;
  readonly filter: () => void;
  readonly back: () => void;
}

/** Single keys. They do nothing in fields and dialogs, except Escape in a field. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!(target instanceof Element) || target.closest('dialog, .phone')) return;
      const isField = target.closest('input, select, textarea, audio') !== null;
      const isListItem = target.closest('.item') !== null;
      const action = actionOf(event.key, { isField, isListItem, isNothing: target === document.body });
      if (!action) return;
      event.preventDefault();
      current.current[action]();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

interface Focus {
  readonly isField: boolean;
  readonly isListItem: boolean;
  readonly isNothing: boolean;
}

function actionOf(key: string, { isField, isListItem, isNothing }: Focus): keyof Shortcuts | null {
  if (key === 'Escape') return 'back';
  if (isField) return null;
  switch (key) {
    case 'j':
      return 'next';
    case 'k':
      return 'previous';
    case '/':
      return 'filter';
    // Elsewhere the arrows scroll.
    case 'ArrowDown':
      return isListItem || isNothing ? 'next' : null;
    case 'ArrowUp':
      return isListItem || isNothing ? 'previous' : null;
    case 'Enter':
      return isListItem ? 'open' : null;
    default:
      return null;
  }
}
