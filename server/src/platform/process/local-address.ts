/** An empty host isn't reachable from anywhere, so it counts as loopback. */
export function isLoopback(hostOrUrl: string): boolean {
  const host = URL.canParse(hostOrUrl) ? new URL(hostOrUrl).hostname : hostOrUrl;
  return /^(|localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}
