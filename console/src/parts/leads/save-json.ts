export function saveJson(name: string, document_: object): void {
  const address = URL.createObjectURL(
    new Blob([`${JSON.stringify(document_, null, 2)}\n`], { type: 'application/json' }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
