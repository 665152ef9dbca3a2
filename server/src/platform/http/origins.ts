/** Pages that may change things: those of the public origin (a loopback one at all its names), and those named. */
export function allowedOrigins(publicUrl: string, pageOrigins: readonly string[]): ReadonlySet<string> {
  const url = new URL(publicUrl);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const port = url.port === '' ? '' : `:${url.port}`;
  const own = loopback.includes(url.hostname)
    ? loopback.map((name) => `${url.protocol}//${name}${port}`)
    : [url.origin];
  return new Set([...own, ...pageOrigins]);
}
