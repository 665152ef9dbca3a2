import { formatDateTime, formatExactDateTime } from '@offhook/i18n/formats';

/** A date and time in the reader's time zone, which the tooltip names. */
export function Moment({ at }: { readonly at: string }) {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={formatExactDateTime(ms)}>
      {formatDateTime(ms)}
    </time>
  );
}
