/** Whether only this machine is reached by a host or an address; nothing is reached by none. */
export function isLocal(hostOrUrl: string): boolean {
  const host = URL.canParse(hostOrUrl) ? new URL(hostOrUrl).hostname : hostOrUrl;
  return /^(|localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}
