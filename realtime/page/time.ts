const format = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function timeOf(at: number): string {
  return format.format(at);
}

/** Developers compare milliseconds. */
export function exactTimeOf(at: number): string {
  return `${format.format(at)}.${String(Math.floor(at) % 1_000).padStart(3, '0')}`;
}
