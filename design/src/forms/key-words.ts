/** A shortcut as in `aria-keyshortcuts`, in the words that stand on a keyboard. */
export function keyWords(shortcut: string): string {
  return shortcut.replace('Control', 'Ctrl').replace('Escape', 'Esc');
}
