/** The note beside the phone, if the agent writes in it. It stays while the views change. */
export function noteBeside(): Element | null {
  const focused = document.activeElement;
  return focused?.matches('[data-lead-pane] textarea') ? focused : null;
}
