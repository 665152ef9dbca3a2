import { formatDateTime, formatExactDateTime, withZone } from '@offhook/i18n/formats';

interface Props {
  readonly at: string;
  /** The column's header names the time zone. */
  readonly inColumn?: boolean;
}

/** A date and time in the user's time zone, which the tooltip always names. */
export function Moment({ at, inColumn }: Props) {
  const ms = Date.parse(at);
  const text = formatDateTime(ms);
  return (
    <time dateTime={at} title={formatExactDateTime(ms)}>
      {inColumn ? text : withZone(text, ms)}
    </time>
  );
}
