/** Gives the browser a document to keep as a file. */
export function saveJson(name: string, document_: object): void {
  const address = URL.createObjectURL(
    new Blob([`${JSON.stringify(document_, null, 2)}\n`], { type: 'application/json' }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The browser has taken it up by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(address));
}
