import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** State of a navigation to a page's card, such as from the search. */
export const soughtCard = (title: string) => ({ soughtCard: title });

/** Scrolls to the card once it is there: pages load their data first. */
export function useSoughtCard(title: string): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const { state, key } = useLocation() as {
    readonly state: Partial<ReturnType<typeof soughtCard>> | null;
    readonly key: string;
  };
  const isSought = state?.soughtCard === title;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same card may be sought again
  useEffect(() => {
    if (isSought) card.current?.scrollIntoView({ block: 'start' });
  }, [isSought, key]);
  return card;
}
