import { type FocusEvent, type PointerEvent, useState } from 'react';
import { useNow } from '../../../parts/shell/use-now.ts';

/** A finger leaves with each tap and each scroll, and comes back to what the eye has found. */
const TOUCH_MS = 5_000;

/**
 * Whether the pointer or the focus is on an element, whose parts then shouldn't move.
 * @param isInUse for another reason
 */
export function useHold(isInUse = false) {
  const now = useNow();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [touchedUntil, setTouchedUntil] = useState(0);
  return {
    isHeld: isInUse || pointed || focused || now < touchedUntil,
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        setPointed(false);
        if (pointerType === 'touch') setTouchedUntil(now + TOUCH_MS);
      },
      onFocus: ({ target }: FocusEvent) => {
        // Focus left behind by a click doesn't count.
        if (target.matches(':focus-visible')) setFocused(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
}
