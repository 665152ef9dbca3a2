/** Origins that may change data. A loopback origin is allowed under all its names. */
export function allowedOrigins(publicUrl: string, pageOrigins: readonly string[]): ReadonlySet<string> {
  const url = new URL(publicUrl);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const port = url.port === '' ? '' : `:${url.port}`;
  const own = loopback.includes(url.hostname)
    ? loopback.map((name) => `${url.protocol}//${name}${port}`)
    : [url.origin];
  return new Set([...own, ...pageOrigins]);
}
