/**
 * The second click of a double click on Call must not hang up: a click is stray if its series started before
 * the view changed.
 * @param detail the click's count within its series; 0 from a key
 */
export function isStrayClick(detail: number, seriesStartedAt: number, viewChangedAt: number): boolean {
  return detail > 1 && seriesStartedAt < viewChangedAt;
}
