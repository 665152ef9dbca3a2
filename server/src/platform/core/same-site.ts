/** Necessary but not sufficient for browsers to send cookies: the exact answer needs the public suffix list. */
export function canBeSameSite(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  if (first.protocol !== second.protocol) return false;
  if (first.hostname === second.hostname) return true;
  const [parent, otherParent] = [lastLabels(first.hostname), lastLabels(second.hostname)];
  return parent !== null && parent === otherParent;
}

/** null for an IP address or a single label: each is its own site. */
function lastLabels(hostname: string): string | null {
  const labels = hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return null;
  return labels.slice(-2).join('.');
}
