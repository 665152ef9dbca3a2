/** A simulated phone in the page. */
export function Phone() {
  return null;
}
