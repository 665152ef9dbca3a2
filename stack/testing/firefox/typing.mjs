/**
 * Playwright types by assigning `value`, which React doesn't notice, and appends to existing text in email fields. This
 * makes Firefox replace the selection. Runs in the page: it's sent there as text.
 */
export function typeAsFirefoxDoes() {
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text) => {
      const { activeElement } = document;
      if (activeElement?.localName === 'iframe') return activeElement;
      document.execCommand('insertText', false, text);
    },
    set() {},
  });
}
