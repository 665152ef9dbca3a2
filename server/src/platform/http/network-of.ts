/** The network that an address stands for: an IPv6 customer has 2^64 addresses and may use a new one each time. */
import ipaddr from 'ipaddr.js';

/** An IPv4 address stands for itself, also written as IPv6. A text that is no address comes back as it is. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const head = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${head.join(':')}::/64`;
}
