/**
 * Whether two origins can be of one site, which is where browsers send each other's cookies. A necessary condition:
 * which names below a public suffix belong together, only the list of public suffixes knows.
 */
export function canBeSameSite(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  if (first.protocol !== second.protocol) return false;
  if (first.hostname === second.hostname) return true;
  const [parent, otherParent] = [lastLabels(first.hostname), lastLabels(second.hostname)];
  return parent !== null && parent === otherParent;
}

/** null: an IP address or a single name, which is a site of its own. */
function lastLabels(hostname: string): string | null {
  const labels = hostname.split('.');
  if (labels.length < 2 || /^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return null;
  return labels.slice(-2).join('.');
}
