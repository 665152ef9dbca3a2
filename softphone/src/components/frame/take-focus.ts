/** For changes that the agent didn't ask for. In a frame, the page around it keeps the focus that it has. */
export function takeFocus(element: HTMLElement | null | undefined): void {
  const isFramed = window.parent !== window;
  if (isFramed && !document.hasFocus()) return;
  element?.focus({ preventScroll: true });
}
