/**
 * Call and Hang Up share one place in the dock, so the second click of a double click on Call must not hang up.
 * A click is stray if it isn't the first of its series and the series started before the view changed.
 * All times on one clock, in milliseconds.
 * @param detail the click's count within its series; 0 from a key
 */
export function isStrayClick(detail: number, seriesStartedAt: number, viewChangedAt: number): boolean {
  return detail > 1 && seriesStartedAt < viewChangedAt;
}
