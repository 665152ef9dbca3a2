import { type FocusEvent, useState } from 'react';
import { keepPlaces, type Places, placesOf, type RoomGroup } from '../../../core/room/groups.ts';

/** The groups. Tiles stay where they are while the pointer or the focus is on the room. */
export function useHeldPlaces(groups: readonly RoomGroup[]) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [before, setBefore] = useState<Places | null>(null);
  const shown = before && (pointed || focused) ? keepPlaces(before, groups) : groups;
  const hold = () => {
    if (!pointed && !focused) setBefore(placesOf(groups));
  };
  return {
    groups: shown,
    handlers: {
      onPointerEnter: () => {
        hold();
        setPointed(true);
      },
      onPointerLeave: () => setPointed(false),
      onFocus: ({ target }: FocusEvent) => {
        // Focus left behind by a click doesn't hold the places.
        if (!target.matches(':focus-visible')) return;
        hold();
        setFocused(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
}
