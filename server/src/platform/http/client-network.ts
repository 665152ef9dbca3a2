/** For rate limits: an IPv6 customer has 2^64 addresses and can change them at will. */
import ipaddr from 'ipaddr.js';

/** An IPv4 address is its own network, even if it's mapped to IPv6. Invalid addresses are returned unchanged. */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const head = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${head.join(':')}::/64`;
}
