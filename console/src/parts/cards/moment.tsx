/** A moment of the past, by the reader's clock. */
export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{FORMAT.format(Date.parse(at))}</time>;
}

const FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
