/** One page of events from several sources. Times are ms since 1970. */
interface Dated {
  readonly at: number;
}

/**
 * Events of the same millisecond share a page, because `next` can't separate them.
 * @param events all that are older than the page before, at least the newest `max` + 1
 */
export function pageOfEvents<T extends Dated>(
  events: readonly T[],
  max: number,
): {
  readonly events: T[] /** The next page's events are before this time. */;
  readonly next: number | null;
} {
  const sorted = events.toSorted((a, b) => b.at - a.at);
  const boundary = sorted[max];
  if (!boundary) return { events: sorted, next: null };
  const complete = sorted.slice(0, max).filter(({ at }) => at !== boundary.at);
  if (complete.length === 0) return { events: sorted.slice(0, max), next: boundary.at };
  return { events: complete, next: boundary.at + 1 };
}
