/**
 * The test runner types by assigning to `value`, which React does not hear, and adds to what stands in fields of emails.
 * Here Firefox itself types over what is selected. A function of the page: it is sent there as text.
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
