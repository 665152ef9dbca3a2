/** In the pictures it is the afternoon, at whatever time they are taken: every process and page has a moved clock. */

const TIME_ZONE = 'America/Los_Angeles';
const MINUTE_OF_DAY = 14 * 60 + 10;

/** Runs in the product's processes and in pages, so it must not refer to anything outside. */
export function moveClock(ms: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (real, args, target) =>
      Reflect.construct(real, args.length === 0 ? [real.now() + ms] : args, target),
    apply: (real) => new real(real.now() + ms).toString(),
    get: (real, key) => (key === 'now' ? () => real.now() + ms : Reflect.get(real, key)),
  });
}

/** @returns ms to the afternoon of the same day */
export function msToAfternoon(now = new Date()): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: TIME_ZONE,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(now);
  const value = (name: string) => Number(parts.find(({ type }) => type === name)?.value);
  return (MINUTE_OF_DAY - value('hour') * 60 - value('minute')) * 60_000;
}

/** The value of NODE_OPTIONS for a process with this clock. */
export const clockOption = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(`(${moveClock})(${ms})`)}`;
