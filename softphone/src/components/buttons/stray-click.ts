/**
 * Call and Hang Up share one place in the dock. Who clicks Call twice must not hang up with the second click.
 * A click is stray when it is not the first of its series and the series began before the view changed.
 * All times on one clock, in milliseconds.
 * @param detail the click's count within its series; 0 from a key
 */
export function isStrayClick(detail: number, seriesStartedAt: number, viewChangedAt: number): boolean {
  return detail > 1 && seriesStartedAt < viewChangedAt;
}
