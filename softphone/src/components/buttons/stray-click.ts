/**
 * The second click of a double click on Call must not hang up: a click is stray if it, or the first click of its
 * series, was pressed before the view changed. A finger's click goes to the button that is there when it lifts.
 * @param detail the click's count within its series; 0 from a key
 */
export function isStrayClick(detail: number, pressedAt: number, viewChangedAt: number): boolean {
  return detail > 0 && pressedAt < viewChangedAt;
}
