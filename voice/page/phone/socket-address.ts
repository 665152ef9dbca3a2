export function socketAddress(path: string, query: Readonly<Record<string, string>>): URL {
  const address = new URL(path, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  address.search = new URLSearchParams(query).toString();
  return address;
}
