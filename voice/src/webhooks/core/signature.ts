/**
 * The text signed by X-Twilio-Signature (HMAC-SHA1 with the auth token, base64): the exact URL, then each parameter's
 * name and value, sorted by name. Repeated values of a name are sorted and signed once each.
 */
export function signedText(url: string, params: readonly (readonly [string, string])[]): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of params) {
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  const names = [...values.keys()].sort();
  return names.reduce((text, name) => {
    const sorted = [...(values.get(name) ?? [])].sort();
    return text + sorted.map((value) => name + value).join('');
  }, url);
}
